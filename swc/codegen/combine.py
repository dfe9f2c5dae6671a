"""How terms combine, as source text: the accumulators of floating, extremum and arg reductions.

Terms are folded into *lane* accumulators over a short run, and a run is absorbed into a *total*.
The two differ where a total must be better than a lane: floating sums carry the rounding error of
every absorbed run, integer sums grow into a second word, so that neither loses anything however long
the fibre is.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from swc.codegen.kernel import STORED
from swc.dtypes import DType

Lines = tuple[str, ...]
Names = Sequence[str]


@dataclass(frozen=True, slots=True)
class Slot:
    """One accumulator word: its name, stored type, and the text of its start value."""

    name: str
    stored: str
    start: str


class Combiner(ABC):
    """Text of every step of one reduction. Names are of variables or of array elements."""

    @property
    @abstractmethod
    def lane(self) -> tuple[Slot, ...]:
        """The accumulators that terms are folded into."""

    @property
    def total(self) -> tuple[Slot, ...]:
        """The accumulators that finished runs are absorbed into."""
        return self.lane

    @abstractmethod
    def fold(self, lane: Names, terms: Names, ordinal: str) -> Lines:
        """Combine one term into a lane; `terms` has the factors where a product is wanted exactly."""

    @abstractmethod
    def merge(self, lane: Names, other: Names) -> Lines:
        """Combine another lane into a lane."""

    def absorb(self, total: Names, lane: Names) -> Lines:
        """Combine a lane into a total."""
        return self.merge(total, lane)

    def join(self, total: Names, other: Names) -> Lines:
        """Combine another total into a total."""
        return self.absorb(total, other)

    @abstractmethod
    def finish(self, total: Names, output: DType) -> tuple[Lines, str]:
        """Return statements that check the total, and the text of the result."""


@dataclass(frozen=True, slots=True)
class FloatSum(Combiner):
    """A floating sum. Runs add up with their rounding errors kept apart (Neumaier's scheme)."""

    stored: str

    @property
    def lane(self) -> tuple[Slot, ...]:
        return (Slot("sum", self.stored, f"np.{self.stored}(0)"),)

    @property
    def total(self) -> tuple[Slot, ...]:
        zero = f"np.{self.stored}(0)"
        return (Slot("sum", self.stored, zero), Slot("error", self.stored, zero))

    def fold(self, lane: Names, terms: Names, ordinal: str) -> Lines:
        return (f"{lane[0]} += {terms[0]}",)

    def merge(self, lane: Names, other: Names) -> Lines:
        return (f"{lane[0]} += {other[0]}",)

    def absorb(self, total: Names, lane: Names) -> Lines:
        return (
            f"raised = {total[0]} + {lane[0]}",
            f"carried = raised - {total[0]}",
            f"{total[1]} += ({total[0]} - (raised - carried)) + ({lane[0]} - carried)",
            f"{total[0]} = raised",
        )

    def join(self, total: Names, other: Names) -> Lines:
        return (*self.absorb(total, other[:1]), f"{total[1]} += {other[1]}")

    def finish(self, total: Names, output: DType) -> tuple[Lines, str]:
        # An infinite or NaN sum makes the error NaN; the sum itself is then the answer.
        is_finite = f"{total[0]} - {total[0]} == 0"
        return (), f"np.{STORED[output]}({total[0]} + {total[1]} if {is_finite} else {total[0]})"


@dataclass(frozen=True, slots=True)
class FloatProduct(Combiner):
    """A floating product; lanes make its order fixed, not logical."""

    stored: str

    @property
    def lane(self) -> tuple[Slot, ...]:
        return (Slot("value", self.stored, f"np.{self.stored}(1)"),)

    def fold(self, lane: Names, terms: Names, ordinal: str) -> Lines:
        return (f"{lane[0]} *= {terms[0]}",)

    def merge(self, lane: Names, other: Names) -> Lines:
        return (f"{lane[0]} *= {other[0]}",)

    def finish(self, total: Names, output: DType) -> tuple[Lines, str]:
        return (), total[0]


@dataclass(frozen=True, slots=True)
class Extremum(Combiner):
    """Maximum or minimum: NaN wins, and of zeros of both signs the one that the operator prefers."""

    stored: str
    largest: bool
    start: str

    @property
    def lane(self) -> tuple[Slot, ...]:
        return (Slot("best", self.stored, self.start),)

    def fold(self, lane: Names, terms: Names, ordinal: str) -> Lines:
        return self.merge(lane, terms)

    def merge(self, lane: Names, other: Names) -> Lines:
        if self.stored.startswith("float"):
            return (f"{lane[0]} = {'maximum' if self.largest else 'minimum'}({lane[0]}, {other[0]})",)
        sign = ">" if self.largest else "<"
        return (f"{lane[0]} = {other[0]} if {other[0]} {sign} {lane[0]} else {lane[0]}",)

    def finish(self, total: Names, output: DType) -> tuple[Lines, str]:
        return (), total[0]


@dataclass(frozen=True, slots=True)
class ArgumentExtremum(Combiner):
    """Position of an extremum: the first NaN if there is one, else the first of equal extrema.

    Terms may come in any order, so every comparison settles ties by ordinal.
    """

    stored: str
    largest: bool
    start: str

    @property
    def lane(self) -> tuple[Slot, ...]:
        return (Slot("best", self.stored, self.start), Slot("where", "int64", "LARGEST"))

    def fold(self, lane: Names, terms: Names, ordinal: str) -> Lines:
        return self.merge(lane, (terms[0], ordinal))

    def merge(self, lane: Names, other: Names) -> Lines:
        sign = ">" if self.largest else "<"
        better, equal = f"term {sign} held", "term == held"
        if self.stored.startswith("float"):
            better = f"({better}) | ((term != term) & (held == held))"
            equal = f"({equal}) | ((term != term) & (held != held))"
        return (
            f"term = {other[0]}",
            f"held = {lane[0]}",
            f"ordinal = {other[1]}",
            f"if ({better}) | (({equal}) & (ordinal < {lane[1]})):",
            f"    {lane[0]} = term",
            f"    {lane[1]} = ordinal",
        )

    def finish(self, total: Names, output: DType) -> tuple[Lines, str]:
        return (), f"np.{STORED[output]}({total[1]})"
