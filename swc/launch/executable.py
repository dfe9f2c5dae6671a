"""A plan bound to a linked kernel: everything about a call but the addresses."""

import struct
from dataclasses import dataclass, replace

import numpy as np

from swc.codegen.kernel import Schedule
from swc.launch.address import data_address
from swc.launch.linker import Entry, LinkedKernel
from swc.launch.threads import run_parallel, scratch_address
from swc.operand import OperandType

PARALLEL_WORK = 1 << 15  # element visits that outweigh handing parts to other threads


@dataclass(frozen=True, slots=True)
class Executable:
    """A compiled command for operands of one layout and dtype each.

    Attributes:
        result: layout and dtype of the result; allocate `result.layout.cosize` elements.
        kernel: the linked kernel.
        phases: its phases as callables, in the order in which they run.
        schedule: tasks and run-time values.
        operands: for each kernel input, which of the caller's operands it is.
        words: packs the kernel's argument words.
        copies: operands that are first brought into another layout: (position, how).
    """

    result: OperandType
    kernel: LinkedKernel
    phases: tuple[Entry, ...]
    schedule: Schedule
    operands: tuple[int, ...]
    words: struct.Struct
    copies: tuple[tuple[int, "Executable"], ...] = ()

    def launch(self, output: int, *inputs: int) -> None:
        """Run the kernel.

        Args:
            output: address of the result's first element.
            inputs: address of each operand's first element.

        Raises:
            OverflowError: when an integer result does not fit its dtype; the output is then garbage.
        """
        if self.copies:
            self._launch_with_copies(output, inputs)
            return
        schedule = self.schedule
        addresses = [output, *[inputs[operand] for operand in self.operands]]
        if len(self.phases) > 1:
            partials = np.empty(schedule.partial_bytes, np.uint8)
            addresses.append(data_address(partials))
        arguments = self.words.pack(*addresses, *schedule.values)
        if schedule.work < PARALLEL_WORK:
            scratch = scratch_address(schedule.scratch_bytes)
            fault = self.phases[0](0, schedule.tasks, arguments, scratch)
        else:
            address = self.kernel.addresses[0]
            fault = run_parallel(address, schedule.tasks, arguments, schedule.scratch_bytes)
        if schedule.finish_tasks:
            fault |= self.phases[1](0, schedule.finish_tasks, arguments, 0)
        if fault:
            raise OverflowError(f"result is out of {self.result.dtype.numpy.name} range")

    def _launch_with_copies(self, output: int, inputs: tuple[int, ...]) -> None:
        """Materialise what no single loop nest can walk in place, then run on the copies."""
        addresses = list(inputs)
        keep = []
        for position, copy in self.copies:
            buffer = np.empty(copy.result.layout.cosize, copy.result.dtype.numpy)
            copy.launch(data_address(buffer), inputs[position])
            addresses[position] = data_address(buffer)
            keep.append(buffer)
        replace(self, copies=()).launch(output, *addresses)
