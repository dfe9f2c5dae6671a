"""A second, naive reading of the layout-command specification, the oracle of the command tests.

Plain loops and recursion over characters and tuples; it shares no code with `swc.command`. Tokens are
`(kind, value, start, end)`; trees are nested lists of `"*"` (a leaf) and integers (an id); a command that
does not compile raises `NaiveError` with the text of its diagnostic.
"""

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
DIGITS = "0123456789"
RUN = LETTERS + DIGITS + "_"
SINGLE = {"(": "left_paren", ")": "right_paren", ",": "comma"}

NaiveToken = tuple[str, str, int, int]


class NaiveError(Exception):
    """A command that does not compile."""


def naive_lex(text: str) -> list[NaiveToken]:
    """Scan one character at a time."""
    tokens = []
    at = 0
    while at < len(text):
        character = text[at]
        if ord(character) >= 128:
            raise NaiveError(f"Layout command must contain only ASCII characters at offset {at}")
        if character in " \t\n\r\f\v":
            at += 1
        elif character in SINGLE:
            tokens.append((SINGLE[character], character, at, at + 1))
            at += 1
        elif character == "-":
            if text[at + 1 : at + 2] != ">":
                raise NaiveError(f"Expected '->' arrow token at offset {at}")
            tokens.append(("arrow", "->", at, at + 2))
            at += 2
        elif character == ">":
            raise NaiveError(f"Unexpected '>' at offset {at}")
        elif character == "1":
            if at + 1 < len(text) and text[at + 1] in RUN:
                raise NaiveError(f"Invalid singleton token at offset {at}")
            tokens.append(("one", "1", at, at + 1))
            at += 1
        elif character in DIGITS:
            raise NaiveError(f"Invalid dimension symbol at offset {at}")
        elif character in LETTERS:
            stop = at
            while stop < len(text) and text[stop] in RUN:
                stop += 1
            tokens.append(("symbol", text[at:stop], at, stop))
            at = stop
        else:
            raise NaiveError(f"Unexpected character at offset {at}")
    return tokens


class NaiveReader:
    """Recursive descent over one reference.

    `bound` is None for an input reference, else the ids that an output reference may place.
    """

    def __init__(self, tokens: list[NaiveToken], bound: dict[str, int] | None = None) -> None:
        self.tokens = tokens
        self.bound = bound
        self.at = 0
        self.leaves = 0
        self.seen: dict[str, int] = {}

    def read(self) -> list[object]:
        return self.level(None)

    def level(self, opened_at: int | None) -> list[object]:
        items: list[object] = []
        while self.at < len(self.tokens):
            kind, value, start, _ = self.tokens[self.at]
            self.at += 1
            if kind == "symbol":
                items.append(self.symbol(value, start))
            elif kind == "one":
                items.append("*")
                self.leaves += 1
            elif kind == "left_paren":
                items.append(self.level(start))
            elif kind == "right_paren":
                if opened_at is None:
                    raise NaiveError(f"Unmatched right parenthesis at offset {start}")
                if not items:
                    raise NaiveError(f"Empty parenthesized group at offset {start}")
                return items
            elif kind == "comma":
                raise NaiveError(f"Commas are not valid in layout references at offset {start}")
            else:
                raise NaiveError(f"Arrows are not valid in layout references at offset {start}")
        if not items:
            raise NaiveError("Layout reference must not be empty")
        if opened_at is not None:
            raise NaiveError(f"Unclosed left parenthesis at offset {opened_at}")
        return items

    def symbol(self, name: str, start: int) -> object:
        if self.bound is not None and name not in self.bound:
            raise NaiveError(f"Unknown dimension symbol '{name}' at offset {start}")
        if name in self.seen:
            what = "dimension" if self.bound is None else "output dimension"
            raise NaiveError(f"Duplicate {what} symbol '{name}' at offset {start}")
        self.seen[name] = self.leaves
        self.leaves += 1
        return "*" if self.bound is None else self.bound[name]


def naive_reference(tokens: list[NaiveToken]) -> dict[str, object]:
    reader = NaiveReader(tokens)
    tree = reader.read()
    return {"tree": tree, "symbol_ids": pairs(reader.seen)}


def pairs(ids: dict[str, int]) -> list[list[object]]:
    return [[name, number] for name, number in ids.items()]


def cut_at_arrow(text: str, name: str) -> tuple[list[NaiveToken], list[NaiveToken]]:
    tokens = naive_lex(text)
    arrows = [at for at, token in enumerate(tokens) if token[0] == "arrow"]
    if len(arrows) == 0:
        raise NaiveError(f"{name} command must contain one '->' arrow")
    if len(arrows) > 1:
        raise NaiveError(f"{name} command must contain only one '->' arrow")
    return tokens[: arrows[0]], tokens[arrows[0] + 1 :]


def naive_rearrange(text: str) -> dict[str, object]:
    before, after = cut_at_arrow(text, "Rearrange")
    source = NaiveReader(before)
    selection = source.read()
    output = NaiveReader(after, source.seen).read()
    return {"selection": selection, "output": output, "symbol_ids": pairs(source.seen)}


def naive_reduce(text: str) -> dict[str, object]:
    before, after = cut_at_arrow(text, "Reduce")
    source = NaiveReader(before)
    selection = source.read()
    result = NaiveReader(after, source.seen)
    output = result.read()
    reduced = list(range(source.leaves))
    for name in result.seen:
        reduced.remove(source.seen[name])
    if not reduced:
        raise NaiveError("Reduce command must omit at least one dimension")
    return {
        "selection": selection,
        "output": output,
        "reduced": reduced,
        "rearrange_output": [output, reduced],
        "symbol_ids": pairs(source.seen),
    }


def naive_einsum(text: str) -> dict[str, object]:
    before, after = cut_at_arrow(text, "Einsum")
    commas = [at for at, token in enumerate(before) if token[0] == "comma"]
    if len(commas) == 0:
        raise NaiveError("Contraction command must contain one comma before '->'")
    if len(commas) > 1:
        raise NaiveError("Contraction command must contain only one comma before '->'")
    left, right = NaiveReader(before[: commas[0]]), NaiveReader(before[commas[0] + 1 :])
    left_tree, right_tree = left.read(), right.read()
    common = [name for name in left.seen if name in right.seen]
    if not common:
        raise NaiveError("Contraction command must include at least one shared dimension")
    union = list(left.seen) + [name for name in right.seen if name not in left.seen]
    result = NaiveReader(after, {name: at for at, name in enumerate(union)})
    general = result.read()
    missing = [name for name in union if name not in common and name not in result.seen]
    if missing:
        names = ", ".join(sorted(missing))
        raise NaiveError(f"Einsum output must include every non-shared input symbol: {names}")
    batch = [name for name in common if name in result.seen]
    fields = {
        "lhs_selection": left_tree,
        "rhs_selection": right_tree,
        "lhs_symbol_ids": pairs(left.seen),
        "rhs_symbol_ids": pairs(right.seen),
        "common_symbols": common,
        "union_symbols": union,
        "batch_symbols": batch,
        "contraction_symbols": [name for name in common if name not in batch],
        "lhs_union_output": [left.seen.get(name, "*") for name in union],
        "rhs_union_output": [right.seen.get(name, "*") for name in union],
        "union_selection": ["*"] * len(union),
        "general_output": general,
    }
    if batch:
        return fields | {
            "lhs_rearrange_output": fields["lhs_union_output"],
            "rhs_rearrange_output": fields["rhs_union_output"],
            "matmul_output_selection": fields["union_selection"],
            "output": general,
        }
    left_free = [name for name in left.seen if name not in common]
    right_free = [name for name in right.seen if name not in common]
    numbered: dict[str, int] = {}
    for at, name in enumerate(left_free or [""]):
        numbered[name] = at
    for at, name in enumerate(right_free):
        numbered[name] = len(left_free or [""]) + at
    return fields | {
        "lhs_rearrange_output": [placed(left_free, left.seen), placed(common, left.seen)],
        "rhs_rearrange_output": [placed(right_free, right.seen), placed(common, right.seen)],
        "matmul_output_selection": [["*"] * max(1, len(left_free)), ["*"] * max(1, len(right_free))],
        "output": NaiveReader(after, numbered).read(),
    }


def placed(names: list[str], numbers: dict[str, int]) -> list[object]:
    if not names:
        return ["*"]
    return [numbers[name] for name in names]
