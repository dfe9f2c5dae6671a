"""Turn generated source into object code for a target, in this process, through Numba.

The object has one plain C entry a phase and needs nothing of Numba's run-time library, so it can be
linked into any later process without importing Numba.
"""

from collections.abc import Callable
from typing import Any

from swc.codegen.signature import KernelSignature
from swc.codegen.target import Target
from swc.ir.family import Family

ENTRY = "swc_{phase}"


def phases_of(signature: KernelSignature) -> tuple[str, ...]:
    """Return the C entries that a kernel's object defines, in the order in which they run."""
    names = ("kernel", "finish") if signature.family is Family.REDUCTION else ("kernel",)
    return tuple(ENTRY.format(phase=name) for name in names)


def compile_object(source: str, target: Target) -> bytes:
    """Compile every phase of a generated module.

    Args:
        source: text from `emit_module`.
        target: the instruction-set level to optimise for.

    Returns:
        An ELF (or the platform's) object that defines `swc_kernel` and, for two-phase kernels,
        `swc_finish`: `int32 f(int64 lo, int64 hi, int64 arguments, int64 scratch)`.
    """
    from numba.core.compiler_lock import global_compiler_lock
    from numba.core.registry import cpu_target

    module: dict[str, Any] = {"__name__": "swc_generated"}
    exec(compile(source, "<generated kernel>", "exec"), module)
    with global_compiler_lock:
        context = cpu_target.target_context.with_aot_codegen("swc", cpu_name=target.cpu)
        library = context.codegen().create_library("swc_kernel")
        for phase in ("kernel", "finish"):
            dispatcher = module.get(phase)
            if dispatcher is not None:
                _add_entry(context, library, dispatcher.py_func, ENTRY.format(phase=phase))
        library.finalize()
        return bytes(library.emit_native_object())


def _add_entry(context: Any, library: Any, function: Callable[..., object], name: str) -> None:
    """Compile one phase into `library`, with a C entry around Numba's calling convention."""
    from llvmlite import ir
    from numba import types
    from numba.core import compiler
    from numba.core.registry import cpu_target

    flags = compiler.Flags()
    flags.no_compile = True
    flags.nrt = False
    flags.no_cpython_wrapper = True
    flags.no_cfunc_wrapper = True
    flags.error_model = "numpy"
    compiled = compiler.compile_extra(
        cpu_target.typing_context,
        context,
        function,
        (types.int64,) * 4,
        types.int32,
        flags,
        locals={},
        library=library,
    )
    descriptor = compiled.fndesc
    module = library.create_ir_module(f"{name}_entry")
    word, status = ir.IntType(64), ir.IntType(32)
    convention = context.call_conv.get_function_type(descriptor.restype, descriptor.argtypes)
    callee = ir.Function(module, convention, descriptor.llvm_func_name)
    entry = ir.Function(module, ir.FunctionType(status, [word] * 4), name)
    builder = ir.IRBuilder(entry.append_basic_block())
    _, result = context.call_conv.call_function(
        builder, callee, descriptor.restype, descriptor.argtypes, entry.args
    )
    builder.ret(result)
    library.add_ir_module(module)
