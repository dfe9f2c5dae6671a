"""Requirement: compiled command specifications are cached per command kind."""

import copy
import gc
import os
import pickle
import threading
import weakref

import pytest

from swc.command import RearrangeSpec, lex, parse_einsum, parse_layout_ref, parse_rearrange, parse_reduce
from swc.command import rearrange as rearrange_module
from swc.command.memo import SpecMemo
from swc.errors import CommandError

KINDS = [(parse_rearrange, "a b -> b"), (parse_reduce, "a b -> b"), (parse_einsum, "a b, b -> a")]


def compile_rearrange(text: str) -> RearrangeSpec:
    return rearrange_module._compile(text)


def test_reuse_a_compiled_specification() -> None:
    assert parse_rearrange("a b -> b a") is parse_rearrange("a b -> b a")


def test_keep_command_kinds_separate() -> None:
    rearranged, reduced = parse_rearrange("a b -> a"), parse_reduce("a b -> a")
    assert rearranged is not reduced
    assert parse_rearrange("a b -> a") is rearranged
    assert parse_reduce("a b -> a") is reduced


@pytest.mark.parametrize("function", [parse_rearrange, parse_reduce, parse_einsum])
def test_do_not_reuse_a_failed_compilation(function: object) -> None:
    errors = []
    for _ in range(2):
        with pytest.raises(CommandError) as caught:
            function("a + b")
        errors.append(caught.value)
    first, second = errors
    assert first is not second
    assert (str(first), first.offset) == (str(second), second.offset)
    assert first.__notes__ == second.__notes__ == ["  a + b\n    ^"]


@pytest.mark.parametrize(("function", "command"), KINDS)
def test_every_kind_is_memoised_by_equal_text(function: object, command: str) -> None:
    rebuilt = "".join(list(command))
    assert rebuilt is not command
    assert function(command) is function(rebuilt)


@pytest.mark.parametrize(("function", "command"), KINDS)
def test_texts_that_differ_only_in_spaces_are_different_keys(function: object, command: str) -> None:
    first, second = function(command), function(command + " ")
    assert first is not second
    assert (first, hash(first)) == (second, hash(second))


def test_lex_and_parse_layout_ref_compile_on_every_call() -> None:
    tokens = lex("a b")
    assert lex("a b") is not tokens
    assert parse_layout_ref(tokens) is not parse_layout_ref(tokens)


class OddText(str):
    """A text that claims to equal everything and hides its own."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return hash("p q -> q p")

    def __str__(self) -> str:
        return "p -> p"


class UnhashableText(str):
    __slots__ = ()
    __hash__ = None


def test_a_str_subclass_cannot_poison_the_memo() -> None:
    known = parse_rearrange("p q -> q p")
    odd = parse_rearrange(OddText("r s -> s r"))
    assert odd.symbol_ids == (("r", 0), ("s", 1))
    assert parse_rearrange("r s -> s r") is odd
    assert parse_rearrange("p q -> q p") is known


def test_an_unhashable_str_subclass_is_read_as_its_text() -> None:
    assert parse_rearrange(UnhashableText("a b -> b a")) is parse_rearrange("a b -> b a")


def test_a_full_table_still_returns_the_specification_that_somebody_holds() -> None:
    memo = SpecMemo(compile_rearrange, kept=2)
    held = memo.get("a b -> b a")
    for number in range(10):
        memo.get(f"a s{number} -> a")
    assert memo.get("a b -> b a") is held


def test_a_full_table_lets_go_of_what_nobody_holds() -> None:
    memo = SpecMemo(compile_rearrange, kept=2)
    watched = weakref.ref(memo.get("a b -> b a"))
    for number in range(2):
        memo.get(f"a s{number} -> a")
    gc.collect()
    assert watched() is None


def test_concurrent_first_compilations_return_one_object() -> None:
    threads, found = 8, []
    barrier = threading.Barrier(threads)
    memo = SpecMemo(compile_rearrange, kept=4)
    commands = [f"a{number} b -> b a{number}" for number in range(20)]

    def compile_all() -> None:
        barrier.wait()
        found.append([memo.get(command) for command in commands])

    workers = [threading.Thread(target=compile_all) for _ in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len(found) == threads
    assert all(spec is first for specs in found for spec, first in zip(specs, found[0], strict=True))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_child_forked_while_the_table_is_locked_can_compile() -> None:
    memo = SpecMemo(compile_rearrange)
    with memo._lock:
        child = os.fork()
        if child == 0:
            os._exit(0 if len(memo.get("a b -> b a").output) == 2 else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


@pytest.mark.parametrize(("function", "command"), KINDS)
def test_specifications_copy_and_pickle_by_value(function: object, command: str) -> None:
    spec = function(command)
    for twin in (copy.copy(spec), copy.deepcopy(spec), pickle.loads(pickle.dumps(spec))):
        assert (twin, hash(twin)) == (spec, hash(spec))


def test_specifications_of_different_kinds_differ() -> None:
    assert parse_rearrange("a b -> a") != parse_reduce("a b -> a")
    assert parse_rearrange("a b -> a") != parse_rearrange("a b -> b")
    assert parse_rearrange("a (b) -> a b") != parse_rearrange("(a) b -> a b")


def test_deep_specifications_compare_and_hash() -> None:
    deep = "(" * 200 + "a" + ")" * 200
    first, second = parse_rearrange(f"{deep} -> {deep}"), parse_rearrange(f"{deep} -> {deep} ")
    assert first is not second
    assert (hash(first), first == second) == (hash(second), True)
