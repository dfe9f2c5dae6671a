"""Turn generated source into object code for a target, in this process, through Numba.

The object has one plain C entry a phase and needs nothing of Numba's run-time library, so it can be
linked into any later process without importing Numba.
"""

from types import FunctionType
from typing import Any

from swc.codegen.module import ENTRY_PREFIX
from swc.codegen.target import Target


def compile_object(source: str, target: Target, phases: tuple[str, ...]) -> bytes:
    """Compile functions of a generated module.

    Args:
        source: text from `emit_module` or `pool_source`.
        target: the instruction-set level to optimise for.
        phases: C entries wanted: `swc_kernel` for the function `kernel`, and so on. Every parameter is
            an int64, the result an int32.

    Returns:
        An ELF (or the platform's) object that defines them.
    """
    from numba.core.compiler_lock import global_compiler_lock
    from numba.core.registry import cpu_target

    module: dict[str, Any] = {"__name__": "swc_generated"}
    exec(compile(source, "<generated kernel>", "exec"), module)
    with global_compiler_lock:
        context = cpu_target.target_context.with_aot_codegen("swc", cpu_name=target.cpu)
        library = context.codegen().create_library("swc_kernel")
        for phase in phases:
            function = module[phase.removeprefix(ENTRY_PREFIX)]
            _add_entry(context, library, getattr(function, "py_func", function), phase)
        library.finalize()
        return bytes(library.emit_native_object())


def _add_entry(context: Any, library: Any, function: FunctionType, name: str) -> None:
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
    count = function.__code__.co_argcount
    compiled = compiler.compile_extra(
        cpu_target.typing_context,
        context,
        function,
        (types.int64,) * count,
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
    entry = ir.Function(module, ir.FunctionType(status, [word] * count), name)
    builder = ir.IRBuilder(entry.append_basic_block())
    _, result = context.call_conv.call_function(
        builder, callee, descriptor.restype, descriptor.argtypes, entry.args
    )
    builder.ret(result)
    library.add_ir_module(module)
