"""Presses from edges, checked against a second way of counting them: closed spans with their short gaps filled."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from hardware.buttons.debounce import Contacts, Edge, Tap, Timing, debounce, held, step, stuck

TIMING = Timing(debounce_ms=30, long_ms=800)


def edges_of(line: str, times: Sequence[int]) -> list[Edge[str]]:
    """A contact that turns at each of these times, beginning open."""
    return [Edge(line, number % 2 == 0, at_ms) for number, at_ms in enumerate(times)]


def expected(line: str, times: Sequence[int], until_ms: int, timing: Timing) -> list[Tap[str]]:
    """The oracle: fill the gaps shorter than the debounce time; each span left over is one press."""
    spans: list[list[int]] = []
    for begin, end in zip(times[::2], [*times[1::2], until_ms + 1][: len(times[::2])], strict=True):
        if spans and begin - spans[-1][1] < timing.debounce_ms:
            spans[-1][1] = end
        else:
            spans.append([begin, end])
    taps = []
    for begin, end in spans:
        down_long = min(end, until_ms) - begin >= timing.long_ms
        if timing.long_ms == 0:
            taps.append(Tap(line, begin))
        elif down_long:
            taps.append(Tap(line, begin, long=True))
        elif end + timing.debounce_ms <= until_ms:
            taps.append(Tap(line, begin))
    return taps


gaps = st.one_of(st.integers(1, 12), st.integers(25, 35), st.integers(40, 400), st.integers(780, 1600))
turns = st.lists(gaps, max_size=24).map(lambda steps: [sum(steps[: number + 1]) for number in range(len(steps))])
timings = st.sampled_from([TIMING, Timing(30, 0), Timing(10, 500), Timing(50, 2000)])


@given(st.dictionaries(st.sampled_from("abcdef"), turns, min_size=1), st.integers(0, 3000), timings)
def test_every_closed_span_is_one_press(lines: dict[str, list[int]], rest_ms: int, timing: Timing) -> None:
    until_ms = max([0, *(times[-1] for times in lines.values() if times)]) + rest_ms
    edges = sorted((edge for line, times in lines.items() for edge in edges_of(line, times)), key=lambda e: e.at_ms)
    taps = debounce(edges, until_ms, timing)
    wanted = [tap for line, times in lines.items() for tap in expected(line, times, until_ms, timing)]
    assert sorted(taps, key=lambda t: (t.at_ms, t.line)) == sorted(wanted, key=lambda t: (t.at_ms, t.line))
    assert [tap.at_ms for tap in taps] == sorted(tap.at_ms for tap in taps)


@given(turns, turns, st.lists(st.integers(0, 12_000), max_size=30), timings)
def test_how_often_one_looks_does_not_matter(a: list[int], b: list[int], looks: list[int], timing: Timing) -> None:
    edges = sorted(edges_of("a", a) + edges_of("b", b), key=lambda edge: edge.at_ms)
    until_ms = max([0, *a, *b]) + 100
    lines: Contacts[str] = Contacts()
    found: list[Tap[str]] = []
    since = -1
    for look_ms in sorted({*(ms for ms in looks if ms < until_ms), until_ms}):
        lines, taps = step(lines, [e for e in edges if since < e.at_ms <= look_ms], look_ms, timing)
        found += taps
        since = look_ms
    assert sorted(found, key=lambda t: (t.at_ms, t.line)) == sorted(
        debounce(edges, until_ms, timing), key=lambda t: (t.at_ms, t.line)
    )


@given(turns, st.lists(st.integers(0, 23), max_size=10))
def test_a_level_told_twice_changes_nothing(times: list[int], twice: list[int]) -> None:
    edges = edges_of("a", times)
    doubled = [copy for number, edge in enumerate(edges) for copy in [edge] * (1 + twice.count(number))]
    until_ms = max([0, *times]) + 100
    assert debounce(doubled, until_ms, TIMING) == debounce(edges, until_ms, TIMING)


def test_a_tap_that_chatters_at_both_ends_is_one_press() -> None:
    times = [100, 101, 103, 104, 109, 180, 182, 183, 190, 191]
    assert debounce(edges_of("a", [*times, 192]), 230, TIMING) == []
    assert debounce(edges_of("a", times), 500, TIMING) == [Tap("a", 100)]


def test_the_shortest_touch_is_not_lost() -> None:
    assert debounce(edges_of("a", [5, 6]), 36, TIMING) == [Tap("a", 5)]


def test_a_quick_double_tap_is_two_presses() -> None:
    assert debounce(edges_of("a", [0, 50, 90, 140]), 200, TIMING) == [Tap("a", 0), Tap("a", 90)]


def test_two_seats_within_20_ms_both_count_in_order() -> None:
    edges = [Edge("b", True, 10), Edge("a", True, 28), Edge("a", False, 80), Edge("b", False, 95)]
    assert debounce(edges, 130, TIMING) == [Tap("b", 10), Tap("a", 28)]


def test_held_long_is_told_while_it_is_held_and_only_once() -> None:
    edges = edges_of("a", [0, 5000])
    assert debounce(edges[:1], 799, TIMING) == []
    assert debounce(edges[:1], 800, TIMING) == [Tap("a", 0, long=True)]
    assert debounce(edges, 9000, TIMING) == [Tap("a", 0, long=True)]


def test_a_stuck_button_takes_nothing_from_the_others() -> None:
    edges = [Edge("a", True, 0), Edge("b", True, 60_000), Edge("b", False, 60_070)]
    lines, taps = step(Contacts(), edges, 60_200, TIMING)
    assert taps == [Tap("a", 0, long=True), Tap("b", 60_000)]
    assert stuck(lines, 60_200, 15_000) == ["a"]


def test_a_button_held_from_the_start_counts_from_its_next_press() -> None:
    edges = [Edge("a", False, 3000), Edge("a", True, 3500), Edge("a", False, 3560)]
    lines, taps = step(Contacts({"a": held(100)}), edges[:1], 3010, TIMING)
    assert taps == []
    assert step(lines, edges[1:], 4000, TIMING)[1] == [Tap("a", 3500)]
