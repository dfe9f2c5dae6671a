"""Exact integer accumulators, as source text.

A total is kept as 32-bit digits in 64-bit words, the highest one signed. A word then takes 2**31
additions before it could overflow; runs are far shorter, and absorbing a run moves the carries up.
Only the finished total is checked against the result's dtype.
"""

import itertools
from dataclasses import dataclass

from swc.codegen.combine import Combiner, Lines, Names, Slot
from swc.codegen.kernel import STORED
from swc.dtypes import DType


def _words(*names: str) -> tuple[Slot, ...]:
    return tuple(Slot(name, "int64", "0") for name in names)


def _add(lane: Names, other: Names) -> Lines:
    return tuple(f"{mine} += {theirs}" for mine, theirs in zip(lane, other, strict=True))


def _carry(total: Names) -> Lines:
    """Leave 32 bits in every word but the highest, and move what is above them up."""
    lines: list[str] = []
    for lower, upper in itertools.pairwise(total):
        lines += [f"{upper} += {lower} >> 32", f"{lower} &= LOW_WORD"]
    return tuple(lines)


def _narrow(output: DType, flag: str) -> Lines:
    """Set bits of `flag` when the 64-bit `value` does not fit the result."""
    if output is DType.Int32:
        return (f"{flag} |= value ^ np.int64(np.int32(value))",)
    return ()


@dataclass(frozen=True, slots=True)
class IntegerSum(Combiner):
    """A sum of terms below 2**33 in magnitude: runs fit one word, totals take two."""

    @property
    def lane(self) -> tuple[Slot, ...]:
        return _words("sum")

    @property
    def total(self) -> tuple[Slot, ...]:
        return _words("low", "high")

    def fold(self, lane: Names, terms: Names, ordinal: str) -> Lines:
        return (f"{lane[0]} += np.int64({terms[0]})",)

    def merge(self, lane: Names, other: Names) -> Lines:
        return _add(lane, other)

    def absorb(self, total: Names, lane: Names) -> Lines:
        return (
            f"{total[0]} += {lane[0]} & LOW_WORD",
            f"{total[1]} += {lane[0]} >> 32",
            *_carry(total),
        )

    def join(self, total: Names, other: Names) -> Lines:
        return (*_add(total, other), *_carry(total))

    def finish(self, total: Names, output: DType) -> tuple[Lines, str]:
        low, high = total
        lines = (
            f"value = ({high} << 32) | {low}",
            f"fault |= {high} ^ (({high} << 32) >> 32)",
            *_narrow(output, "fault"),
        )
        return lines, f"np.{STORED[output]}(value)"


@dataclass(frozen=True, slots=True)
class LongSum(IntegerSum):
    """A sum of any 64-bit terms: lanes take two words already. `terms` may be a product's factors."""

    @property
    def lane(self) -> tuple[Slot, ...]:
        return _words("low", "high")

    def fold(self, lane: Names, terms: Names, ordinal: str) -> Lines:
        value = " * ".join(f"np.int64({term})" for term in terms)
        return (f"long = {value}", f"{lane[0]} += long & LOW_WORD", f"{lane[1]} += long >> 32")

    def absorb(self, total: Names, lane: Names) -> Lines:
        return (*_add(total, lane), *_carry(total))


@dataclass(frozen=True, slots=True)
class LongProductSum(Combiner):
    """A sum of 128-bit products of 64-bit factors, in four words."""

    @property
    def lane(self) -> tuple[Slot, ...]:
        return _words("word0", "word1", "word2", "word3")

    def fold(self, lane: Names, terms: Names, ordinal: str) -> Lines:
        left, right = (f"np.int64({term})" for term in terms)
        return (
            f"lower = {left} * {right}",
            f"upper = multiply_high({left}, {right})",
            f"{lane[0]} += lower & LOW_WORD",
            f"{lane[1]} += (lower >> 32) & LOW_WORD",
            f"{lane[2]} += upper & LOW_WORD",
            f"{lane[3]} += upper >> 32",
        )

    def merge(self, lane: Names, other: Names) -> Lines:
        return _add(lane, other)

    def absorb(self, total: Names, lane: Names) -> Lines:
        return (*_add(total, lane), *_carry(total))

    def finish(self, total: Names, output: DType) -> tuple[Lines, str]:
        low, high, upper, top = total
        lines = (
            f"value = ({high} << 32) | {low}",
            f"fault |= (({top} << 32) | {upper}) ^ (value >> 63)",
            f"fault |= {top} ^ (({top} << 32) >> 32)",
            *_narrow(output, "fault"),
        )
        return lines, f"np.{STORED[output]}(value)"


@dataclass(frozen=True, slots=True)
class IntegerProduct(Combiner):
    """An exact product: magnitude, sign, whether it passed 64 bits, whether a term was zero.

    Magnitudes never shrink but for a zero, so passing 64 bits is final unless a zero comes.
    """

    @property
    def lane(self) -> tuple[Slot, ...]:
        return (Slot("magnitude", "int64", "1"), *_words("negative", "passed", "zero"))

    def fold(self, lane: Names, terms: Names, ordinal: str) -> Lines:
        return (
            f"long = np.int64({terms[0]})",
            f"{lane[3]} |= np.int64(long == 0)",
            f"{lane[1]} ^= long >> 63",
            "size = (long ^ (long >> 63)) - (long >> 63)",
            f"{lane[2]} |= multiply_high_unsigned({lane[0]}, size)",
            f"{lane[0]} *= size",
        )

    def merge(self, lane: Names, other: Names) -> Lines:
        return (
            f"{lane[3]} |= {other[3]}",
            f"{lane[1]} ^= {other[1]}",
            f"{lane[2]} |= {other[2]} | multiply_high_unsigned({lane[0]}, {other[0]})",
            f"{lane[0]} *= {other[0]}",
        )

    def finish(self, total: Names, output: DType) -> tuple[Lines, str]:
        magnitude, negative, passed, zero = total
        # As int64 a magnitude of 2**63 reads as the smallest integer, whose negation is itself.
        lines = (
            f"value = ({magnitude} ^ {negative}) - {negative}",
            f"wrong = {passed} | ((value ^ {negative}) & SMALLEST)",
            *_narrow(output, "wrong"),
            f"value = 0 if {zero} != 0 else value",
            f"fault |= 0 if {zero} != 0 else wrong",
        )
        return lines, f"np.{STORED[output]}(value)"
