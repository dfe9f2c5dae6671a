"""`from_numpy`: foreign arrays are shared, copied once with a warning, or refused by name; never garbage."""

import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from runtime_support import layout_of

from strideweave import CopyWarning, DType, from_numpy
from strideweave.friendly import to_list

DTYPES = {
    "float32": DType.Float32,
    "float64": DType.Float64,
    "int32": DType.Int32,
    "int64": DType.Int64,
    "bool": DType.Bool,
}


@pytest.fixture(autouse=True)
def _warnings_are_errors():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def elements(tensor):
    """Return the elements as nested lists, read one by one through the layout."""
    extents = tensor.layout.leaf_extents
    values = [tensor[key] for key in np.ndindex(*extents)]
    return np.array(values, dtype=object).reshape(extents).tolist()


@pytest.mark.parametrize(("name", "dtype"), DTYPES.items())
def test_the_five_dtypes_are_shared(name, dtype):
    array = np.array([[0, 1, 1], [1, 0, 0]]).astype(name)
    tensor = from_numpy(array)
    assert tensor.dtype() is dtype
    assert tensor.layout == layout_of([2, 3], [3, 1])
    assert elements(tensor) == array.tolist()
    assert tensor.address == array.__array_interface__["data"][0]
    assert tensor.is_mutable()
    assert tensor.version == 0


@pytest.mark.parametrize(
    "alias", ["longlong", "l", "<f4", "=i4", "?", np.dtype("f4", metadata={"unit": "m"})]
)
def test_another_spelling_of_a_dtype_is_that_dtype(alias):
    assert elements(from_numpy(np.zeros(2, dtype=alias))) == [0, 0]


BASE = np.arange(120, dtype=np.float32)
SHARED = {
    "c order": (BASE.reshape(4, 30), [4, 30], [30, 1]),
    "f order": (BASE.reshape(4, 30, order="F"), [4, 30], [1, 4]),
    "transposed": (BASE.reshape(2, 3, 20).transpose(2, 0, 1), [20, 2, 3], [1, 60, 20]),
    "gaps": (BASE.reshape(4, 30)[1:, 2::7], [3, 4], [30, 7]),
    "one column": (BASE.reshape(4, 30)[:, 5], [4], [30]),
    "stride zero": (np.broadcast_to(BASE[:3], (4, 3)), [4, 3], [0, 1]),
    "stride zero of one element": (np.broadcast_to(BASE[7], (2, 5)), [2, 5], [0, 0]),
    "overlapping": (np.lib.stride_tricks.as_strided(BASE, (4, 3), (4, 4)), [4, 3], [1, 1]),
    "no axis": (BASE[7:8].reshape(()), [], []),
    "one element": (BASE[7:8], [1], [1]),
}


@pytest.mark.parametrize(("array", "shape", "stride"), SHARED.values(), ids=SHARED.keys())
def test_whole_non_negative_strides_are_shared(array, shape, stride):
    tensor = from_numpy(array)
    assert tensor.layout == layout_of(shape, stride)
    assert tensor.offset == 0
    assert elements(tensor) == array.tolist()
    assert np.shares_memory(tensor.carrier.live_array(), array)
    assert tensor.address == array.__array_interface__["data"][0]
    assert from_numpy(array, copy=False).layout == tensor.layout


@pytest.mark.parametrize(("array", "shape", "stride"), SHARED.values(), ids=SHARED.keys())
def test_the_carrier_covers_the_first_to_the_last_reachable_element(array, shape, stride):
    tensor = from_numpy(array)
    assert tensor.carrier.size() == tensor.layout.cosize
    assert tensor.carrier[tensor.carrier.size() - 1] == array.max()


def test_writes_through_either_side_are_seen_by_the_other():
    array = np.zeros((3, 4), np.int64)
    tensor = from_numpy(array[:, 1:3])
    tensor[2, 1] = 7
    assert array[2, 2] == 7
    array[0, 1] = 9
    assert tensor[0, 0] == 9
    assert tensor.version == 1


def test_a_read_only_array_gives_an_immutable_tensor():
    array = np.arange(4.0)
    array.flags.writeable = False
    tensor = from_numpy(array)
    assert not tensor.is_mutable()
    with pytest.raises(RuntimeError, match=r"^Carrier is not mutable$"):
        tensor[0] = 5.0
    assert array[0] == 0.0
    assert from_numpy(array, copy=True).is_mutable()


def test_a_stride_along_an_axis_of_one_does_not_matter():
    array = np.lib.stride_tricks.as_strided(BASE, (1, 3, 1), (-4, 4, 3))
    tensor = from_numpy(array)
    assert tensor.layout == layout_of([1, 3, 1], [0, 1, 0])
    assert elements(tensor) == array.tolist()


def _unaligned():
    raw = np.zeros(4 * 8 + 1, np.uint8)
    array = raw[1:].view(np.float64)
    array[...] = [1.0, 2.0, 3.0, 4.0]
    return array


def _record_field(padding):
    record = np.zeros(3, dtype=[("value", "f8"), ("padding", "u1", padding)])
    record["value"] = [1.0, 2.0, 3.0]
    return record["value"]


COPIED = {
    "reversed": (np.arange(4.0)[::-1], "axis 0 has a negative stride (-8 bytes)"),
    "one axis reversed": (BASE.reshape(4, 30)[:, ::-2], "axis 1 has a negative stride (-8 bytes)"),
    "byte-swapped": (np.arange(3).astype(">i4"), "its byte order is not the machine's (>i4)"),
    "byte-swapped floats": (np.array([1.5, -2.0], ">f8"), "its byte order is not the machine's (>f8)"),
    "unaligned": (_unaligned(), "its elements are not aligned in memory"),
    "field of a record": (
        _record_field(4),
        "the stride of axis 0 (12 bytes) is no multiple of the item size",
    ),
    "field of a packed record": (
        _record_field(1),
        "the stride of axis 0 (9 bytes) is no multiple of the item size",
    ),
}


@pytest.mark.parametrize(("array", "reason"), COPIED.values(), ids=COPIED.keys())
def test_what_no_layout_describes_is_copied_once_with_a_warning(array, reason):
    with pytest.warns(CopyWarning) as caught:
        tensor = from_numpy(array)
    assert len(caught) == 1
    assert caught[0].filename == __file__
    assert str(caught[0].message) == (
        f"from_numpy copied the array, which does not share memory with the tensor: {reason}"
    )
    assert elements(tensor) == array.tolist()
    assert tensor.layout.leaf_strides == tuple(
        stride // tensor.dtype().itemsize for stride in np.empty(array.shape, tensor.dtype().numpy).strides
    )
    assert not np.shares_memory(tensor.carrier.live_array(), array)
    assert tensor.is_mutable()


@pytest.mark.parametrize(("array", "reason"), COPIED.values(), ids=COPIED.keys())
def test_copy_false_refuses_what_cannot_be_shared(array, reason):
    with pytest.raises(ValueError, match=r".") as caught:
        from_numpy(array, copy=False)
    assert str(caught.value) == f"from_numpy cannot share this array without a copy: {reason}"


@pytest.mark.parametrize("array", [case[0] for case in (*COPIED.values(), *SHARED.values())])
def test_copy_true_copies_silently(array):
    tensor = from_numpy(array, copy=True)
    assert elements(tensor) == array.tolist()
    assert not np.shares_memory(tensor.carrier.live_array(), array)


def test_a_field_whose_stride_is_whole_elements_is_shared():
    field = _record_field(8)
    tensor = from_numpy(field)
    assert tensor.layout == layout_of([3], [2])
    assert elements(tensor) == [1.0, 2.0, 3.0]


@pytest.mark.parametrize(
    "dtype",
    [
        "object",
        "complex64",
        "complex128",
        "float16",
        "int8",
        "int16",
        "uint8",
        "uint32",
        "uint64",
        "S3",
        "U2",
        "M8[s]",
    ],
)
def test_other_dtypes_are_refused_by_name(dtype):
    with pytest.raises(TypeError) as caught:
        from_numpy(np.zeros(2, dtype=dtype))
    assert str(caught.value) == (
        f"from_numpy cannot store dtype {np.dtype(dtype)}; "
        "the supported dtypes are float32, float64, int32, int64 and bool"
    )


def test_structured_dtypes_are_refused_by_name():
    dtype = np.dtype([("a", "f4"), ("b", "i8")])
    with pytest.raises(TypeError) as caught:
        from_numpy(np.zeros(2, dtype=dtype))
    assert str(caught.value).startswith(f"from_numpy cannot store dtype {dtype}; the supported dtypes are ")


@pytest.mark.parametrize("shape", [(0,), (2, 0), (0, 3)])
@pytest.mark.parametrize("copy", [None, True, False])
def test_empty_arrays_are_refused(shape, copy):
    with pytest.raises(ValueError, match=r"^Dimension shape must not be less than 1$"):
        from_numpy(np.zeros(shape, np.float32), copy=copy)


@pytest.mark.parametrize(
    ("value", "kind"), [([1.0], "list"), (1.0, "float"), (np.float32(1), "float32"), (None, "NoneType")]
)
def test_what_is_no_array_is_refused(value, kind):
    with pytest.raises(TypeError) as caught:
        from_numpy(value)
    assert str(caught.value) == (
        f"from_numpy needs a numpy.ndarray, got {kind}; "
        "use numpy.asarray or strideweave.friendly.tensor first"
    )


def test_a_masked_array_is_refused():
    with pytest.raises(TypeError) as caught:
        from_numpy(np.ma.masked_array([1.0, 2.0], [False, True]))
    assert (
        str(caught.value)
        == "from_numpy refuses a masked array, because its mask would be lost; fill it first"
    )


class Quantity(np.ndarray):
    """A subclass that could carry a unit."""


def test_an_unknown_subclass_is_refused_and_the_way_out_is_named():
    array = np.zeros(2).view(Quantity)
    with pytest.raises(TypeError, match=r"refuses the ndarray subclass Quantity"):
        from_numpy(array)
    assert elements(from_numpy(array.view(np.ndarray))) == [0.0, 0.0]


def test_a_matrix_and_a_memory_map_are_shared(tmp_path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PendingDeprecationWarning)
        matrix = np.matrix([[1.0, 2.0], [3.0, 4.0]])
    tensor = from_numpy(matrix)
    assert type(tensor.numpy()) is np.ndarray
    tensor[1, 0] = 9.0
    assert matrix[1, 0] == 9.0
    mapped = np.memmap(tmp_path / "values", dtype=np.int32, mode="w+", shape=(2, 3))
    shared = from_numpy(mapped)
    shared[1, 2] = 5
    assert mapped[1, 2] == 5


@pytest.mark.parametrize("copy", [0, 1, "yes", np.True_])
def test_copy_must_be_a_bool_or_none(copy):
    with pytest.raises(TypeError, match=r"^copy must be True, False or None$"):
        from_numpy(np.zeros(2), copy=copy)


@settings(max_examples=120, deadline=None)
@given(st.data())
def test_any_view_of_an_array_gives_its_elements(data):
    extents = data.draw(st.lists(st.integers(1, 5), min_size=0, max_size=4))
    dtype = data.draw(st.sampled_from([*DTYPES, ">f4", ">i8"]))
    array = (
        np.arange(np.prod(extents, dtype=int)) % 2
        if dtype == "bool"
        else np.arange(np.prod(extents, dtype=int))
    )
    array = array.astype(dtype).reshape(extents)
    array = array.transpose(data.draw(st.permutations(range(array.ndim))))
    steps = [data.draw(st.sampled_from([1, 2, -1, 3])) for _ in extents]
    array = array[(..., *(slice(None, None, step) for step in steps))]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", CopyWarning)
        tensor = from_numpy(array)
    assert np.array_equal(tensor.numpy(), array)
    assert to_list(tensor) == array.ravel(order="F").tolist()
