"""Tensor contract, section 12: DLPack."""

import ctypes
import gc

import numpy as np
import pytest
from runtime_support import ALL_DTYPES, layout_of, nothing_changes, numbered

from strideweave import Carrier, DType, Tensor

SUPPORTED = [DType.Float32, DType.Float64, DType.Int32, DType.Int64]
CODES = {"Float32": (2, 32), "Float64": (2, 64), "Int32": (0, 32), "Int64": (0, 64)}


class DLTensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


class Versioned(ctypes.Structure):
    _fields_ = (
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("manager", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
        ("flags", ctypes.c_uint64),
        ("tensor", DLTensor),
    )


def capsule_pointer(capsule, name):
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
    return get(capsule, name)


def legacy(capsule):
    exported = DLTensor.from_address(capsule_pointer(capsule, b"dltensor"))
    exported.capsule = capsule
    return exported


def versioned(capsule):
    exported = Versioned.from_address(capsule_pointer(capsule, b"dltensor_versioned"))
    exported.capsule = capsule
    return exported


def described(exported, itemsize):
    shape = [exported.shape[axis] for axis in range(exported.ndim)]
    if exported.strides:
        strides = [exported.strides[axis] for axis in range(exported.ndim)]
    else:
        strides = [stride // itemsize for stride in np.empty(shape, f"V{itemsize}").strides]
    return shape, strides


@pytest.mark.parametrize("dtype", ALL_DTYPES, ids=repr)
def test_the_device_is_the_cpu_for_every_dtype(dtype):
    assert Tensor(Carrier(1, dtype=dtype), 0, layout_of([1], [1])).__dlpack_device__() == (1, 0)


@pytest.mark.parametrize("dtype", SUPPORTED, ids=repr)
@pytest.mark.parametrize("max_version", [None, (0, 8), (1, 0), [1, 3], (2, 0)])
def test_the_capsule_describes_the_leaves_in_order(dtype, max_version):
    tensor = numbered([2, [3, 4]], [1, [0, 5]], dtype=dtype, offset=3)
    capsule = tensor.__dlpack__(max_version=max_version)
    wants_version = max_version is not None and max_version[0] >= 1
    exported = versioned(capsule).tensor if wants_version else legacy(capsule)
    assert (exported.code, exported.bits, exported.lanes) == (*CODES[dtype.name], 1)
    assert (exported.device_type, exported.device_id) == (1, 0)
    assert exported.data + exported.byte_offset == tensor.address
    assert described(exported, dtype.itemsize) == ([2, 3, 4], [1, 0, 5])


def test_the_versioned_form_is_stamped_1_0_and_flags_read_only():
    for mutable, flags in ((True, 0), (False, 1)):
        tensor = Tensor(Carrier(2, mutable=mutable), 0, layout_of([2], [1]))
        exported = versioned(tensor.__dlpack__(max_version=(1, 5)))
        assert (exported.major, exported.minor, exported.flags) == (1, 0, flags)


def test_the_legacy_form_works_for_immutable_buffers():
    tensor = Tensor(Carrier.from_values([1.0, 2.0, 3.0], mutable=False), 1, layout_of([2], [1]))
    exported = legacy(tensor.__dlpack__())
    assert exported.data + exported.byte_offset == tensor.address
    assert described(exported, 4) == ([2], [1])


def test_numpy_imports_the_memory_itself():
    tensor = numbered([2, 3], [3, 1], offset=1)
    with nothing_changes(tensor.carrier):
        array = np.from_dlpack(tensor)
    assert array.tolist() == [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
    tensor[1, 2] = 60.0
    assert array[1, 2] == 60.0
    assert tensor.version == 1


def test_rank_zero_exports_no_axis():
    assert np.from_dlpack(numbered([], [])).shape == ()


@pytest.mark.parametrize("stream", [None, 1, -1, "any", object()])
def test_the_stream_is_ignored(stream):
    assert legacy(numbered([2], [1]).__dlpack__(stream)).ndim == 1


@pytest.mark.parametrize("mutable", [True, False])
def test_the_export_keeps_the_buffer_alive(mutable):
    tensor = Tensor(
        Carrier.from_values([float(n) for n in range(100000)], mutable=mutable), 0, layout_of([3], [40000])
    )
    capsule = tensor.__dlpack__()
    del tensor
    gc.collect()
    exported = legacy(capsule)
    values = (ctypes.c_float * 80001).from_address(exported.data + exported.byte_offset)
    assert [values[0], values[40000], values[80000]] == [0.0, 40000.0, 80000.0]


def test_release_still_succeeds_after_an_export():
    tensor = numbered([2], [1])
    capsule = tensor.__dlpack__()
    tensor.carrier.release()
    assert tensor.carrier.is_released()
    assert legacy(capsule).ndim == 1


def refused(tensor, error, message, **options):
    with pytest.raises(error) as caught:
        tensor.__dlpack__(**options)
    assert str(caught.value) == message


def test_failures_come_in_the_documented_order():
    released, flags = (
        numbered([2], [1], dtype=DType.Float32),
        Tensor(Carrier(2, dtype=DType.Bool), 0, layout_of([2], [1])),
    )
    released.carrier.release()
    bad = {"dl_device": "cpu", "max_version": "1"}
    refused(released, BufferError, "DLPack copy exports are not supported", copy=True, **bad)
    refused(released, BufferError, "DLPack data pointer must be non-null", copy=False, **bad)
    refused(flags, TypeError, "DLPack dl_device must be a tuple or list", **bad)
    bad["dl_device"] = (1, 0, 0)
    refused(flags, ValueError, "DLPack dl_device must have two elements", **bad)
    bad["dl_device"] = [2, 0]
    refused(flags, BufferError, "DLPack cross-device exports are not supported for this tensor", **bad)
    bad["dl_device"] = [1, 0]
    refused(
        flags, BufferError, "DLPack export supports only Float32, Float64, Int32 and Int64 tensors", **bad
    )


@pytest.mark.parametrize(
    ("max_version", "error", "message"),
    [
        ("1", TypeError, "DLPack max_version must be a tuple or list"),
        (1, TypeError, "DLPack max_version must be a tuple or list"),
        ((1,), ValueError, "DLPack max_version must have two elements"),
        ([1, 0, 0], ValueError, "DLPack max_version must have two elements"),
        ((-1, 0), ValueError, "DLPack max_version elements must be non-negative"),
        ((1, -1), ValueError, "DLPack max_version elements must be non-negative"),
    ],
)
def test_a_bad_max_version_is_refused(max_version, error, message):
    refused(numbered([2], [1]), error, message, max_version=max_version)


def test_another_device_number_is_another_device():
    refused(
        numbered([2], [1]),
        BufferError,
        "DLPack cross-device exports are not supported for this tensor",
        dl_device=(1, 1),
    )


def test_a_falsy_copy_is_no_copy():
    for copy in (None, False, 0):
        assert legacy(numbered([2], [1]).__dlpack__(copy=copy)).ndim == 1
