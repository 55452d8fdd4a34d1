"""The measuring itself: bounds, counting, comparing, files of long runs, the plain reader, the command."""

from __future__ import annotations

import json
import math
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.cli import cli
from companion.ports import Placement, Reading, Scene, Trouble
from vision.arrays import Picture
from vision.bench import heights
from vision.bench.contours import ContourReader
from vision.bench.goals import GOALS, lines
from vision.bench.photo_report import photo_report
from vision.bench.photos import labels, rows, turned, turned_back
from vision.bench.product import Product
from vision.bench.report import in_words
from vision.bench.rows_file import cut_to_whole_lines, line_of, load_rows, load_tables, run_facts, run_line
from vision.bench.sheets import TAKEN, WRONG, Sheets
from vision.bench.statistics import at_most, calibration_error, reliability, upper_bound
from vision.bench.tally import Row, confusions, recall_by, suit_of, summary, totals
from vision.scenes.table import held_out_renderer

QUAD = ((0.0, 0.0), (63.0, 0.0), (63.0, 88.0), (0.0, 88.0))


def reading(card: str, p: float, x: float = 0.0, y: float = 0.0, accepted: bool | None = None) -> Reading:
    """A reading whose box has its middle at (x, y)."""
    return Reading(card, p, p >= 0.9 if accepted is None else accepted, (x - 5, y - 5, 10, 10), QUAD, {card: p})


class TestBounds:
    def test_published_values(self) -> None:
        # One-sided 95%: Hanley and Lippman-Hand's rule of three for none, chi-square quantiles / 2n for few of many.
        assert upper_bound(0, 100) == pytest.approx(1 - 0.05**0.01, rel=1e-9)
        assert upper_bound(4, 50_000) == pytest.approx(9.1535 / 50_000, rel=2e-4)
        # Two-sided 95% of 1 of 10 (Clopper-Pearson tables): 0.0025 to 0.4450.
        assert upper_bound(1, 10, 0.975) == pytest.approx(0.44502, abs=1e-5)
        assert 1 - upper_bound(9, 10, 0.975) == pytest.approx(0.00253, abs=1e-5)

    def test_four_wrong_of_fifty_thousand_is_one_in_five_thousand_and_five_is_not(self) -> None:
        assert upper_bound(4, 50_000) <= 1 / 5000 < upper_bound(5, 50_000)

    @settings(deadline=None)
    @given(st.integers(1, 400), st.data())
    def test_the_bound_is_where_the_tail_has_what_is_left(self, trials: int, data: st.DataObject) -> None:
        successes = data.draw(st.integers(0, trials - 1))
        bound = upper_bound(successes, trials)
        assert successes / trials < bound < 1
        exact = sum(math.comb(trials, i) * bound**i * (1 - bound) ** (trials - i) for i in range(successes + 1))
        assert exact == pytest.approx(0.05, rel=1e-6)

    @settings(deadline=None)
    @given(st.integers(1, 200), st.integers(0, 199))
    def test_more_failures_raise_it(self, trials: int, successes: int) -> None:
        if successes < trials:
            assert upper_bound(successes, trials) < upper_bound(successes + 1, trials)

    def test_of_nothing(self) -> None:
        assert upper_bound(0, 0) == 1.0
        assert at_most(3, 3, 0.5) == 1.0
        with pytest.raises(ValueError):
            upper_bound(3, 2)

    @settings(deadline=None)
    @given(st.lists(st.tuples(st.floats(0, 1), st.booleans())))
    def test_every_reading_is_in_one_bin(self, told: list[tuple[float, bool]]) -> None:
        bins = reliability(told)
        assert sum(one.readings for one in bins) == len(told)
        assert sum(one.right for one in bins) == sum(right for _, right in told)
        assert all(one.low <= one.mean <= one.high for one in bins)
        assert 0 <= calibration_error(bins) <= 1


ROWS = st.builds(
    Row,
    st.none() | st.sampled_from(["7H", "QC", "TD", "XB"]),
    st.sampled_from(["7H", "QC", "TD", "3S"]),
    st.floats(0, 1).map(lambda p: round(p, 6)),
    st.booleans(),
    st.none() | st.floats(5, 60).map(lambda px: round(px, 1)),
    st.dictionaries(st.sampled_from(["deck", "kind", "level"]), st.sampled_from(["a", "b"])).map(
        lambda facts: tuple(sorted(facts.items()))
    ),
)


class TestCounting:
    def test_a_small_table(self) -> None:
        told = totals(
            [
                Row("7H", "7H", 0.99, True),
                Row("8H", "9H", 0.95, True),
                Row("KS", "KS", 0.6, False),
                Row(None, "2C", 0.5, False),
                Row("AD", None, 0.0, False),
            ]
        )
        assert told["cards"] == 4 and told["readings"] == 4 and told["missed"] == 1 and told["false"] == 1
        assert (told["recall"], told["precision"], told["accepted_share"]) == (0.5, 0.5, 0.5)
        assert told["wrongly_accepted"] == 1
        assert told["wrongly_accepted_upper_95"] == pytest.approx(upper_bound(1, 2))

    def test_nothing_was_read(self) -> None:
        told = summary([])
        assert told["recall"] is None and told["wrongly_accepted_upper_95"] is None and told["suits"]["worst"] is None

    def test_the_worst_suit_and_its_distance(self) -> None:
        found = [Row("7H", "7H", 1, True)] * 40 + [Row("7C", "7S", 1, False)] * 5 + [Row("7C", "7C", 1, True)] * 35
        told = recall_by([*found, *[Row("XB", None, 0, False)] * 40], suit_of)
        assert told["worst"] == "C" and told["each"]["X"] == {"cards": 40, "recall": 0.0}
        assert told["below_mean"] == pytest.approx(75 / 80 - 35 / 40, abs=1e-4)

    def test_confusions_tell_how_many_were_accepted(self) -> None:
        found = [Row("7C", "7S", 0.99, True), Row("7C", "7S", 0.5, False), Row(None, "AS", 0.5, False)]
        assert confusions(found)[0] == {"truth": "7C", "read": "7S", "times": 2, "accepted": 1}
        assert confusions(found)[1]["truth"] == "-"

    @settings(deadline=None)
    @given(st.lists(ROWS, max_size=30))
    def test_shares_add_up(self, found: list[Row]) -> None:
        told = totals(found)
        assert (
            told["right"]
            + told["missed"]
            + sum(not row.right and row.card is not None and row.truth is not None for row in found)
            == told["cards"]
        )
        assert told["wrongly_accepted"] <= told["accepted"] <= told["readings"]


class TestFilesOfLongRuns:
    @settings(max_examples=40, deadline=None)
    @given(st.lists(st.lists(ROWS, max_size=6), max_size=4), st.integers(0, 200))
    def test_a_kill_loses_at_most_the_table_being_written(
        self, tmp_path_factory: pytest.TempPathFactory, tables: list[list[Row]], torn: int
    ) -> None:
        path = tmp_path_factory.mktemp("rows") / "rows.jsonl"
        head = run_line({"models": "abc"})
        text = head + "".join(line_of(number, found) for number, found in enumerate(tables))
        path.write_text(text[: max(len(head), len(text) - torn)])
        cut_to_whole_lines(path)
        kept = load_tables(path)
        assert path.read_bytes() == text.encode()[: path.stat().st_size] and path.read_bytes().endswith(b"\n")
        assert kept == dict(list(enumerate(tables))[: len(kept)])
        assert run_facts(path) == {"models": "abc"}
        if not torn:
            assert load_rows(path) == [row for found in tables for row in found]

    def test_what_is_no_such_file(self, tmp_path: Path) -> None:
        path = tmp_path / "x.jsonl"
        assert run_facts(path) is None
        path.write_text('{"run": {}}\n{"table": "x"}\n')
        with pytest.raises(Trouble, match="line 2"):
            load_tables(path)
        path.write_text("hello\n")
        with pytest.raises(Trouble, match="no file of a long run"):
            run_facts(path)


class TestPhotographs:
    def label(self, tmp_path: Path, complete: bool = True, **more: object) -> Path:
        cards = [{"card": "7H", "box": [0, 0, 40, 60]}, {"card": "QC", "box": [50, 0, 40, 60]}]
        told = {"source": "x", "box_kind": "card", "complete": complete, "cards": cards, "deck": "plain", **more}
        (tmp_path / "labels.json").write_text(json.dumps({"a.png": told}))
        cv2.imwrite(str(tmp_path / "a.png"), np.full((60, 100, 3), 90, np.uint8))
        return tmp_path

    def test_wrong_readings_take_the_card_they_lie_on(self, tmp_path: Path) -> None:
        (one,) = labels(self.label(tmp_path))
        told = list(rows(one, [reading("7H", 0.99), reading("QS", 0.95)], [(20, 30), (70, 30)]))
        assert [(row.truth, row.card) for row in told] == [("7H", "7H"), ("QC", "QS")]
        assert totals(told)["wrongly_accepted"] == 1

    def test_beyond_incomplete_labels_only_readings_on_labelled_cards_count(self, tmp_path: Path) -> None:
        (one,) = labels(self.label(tmp_path, complete=False))
        told = list(rows(one, [reading("QS", 0.95), reading("2D", 0.9)], [(70, 30), (200, 200)]))
        assert [(row.truth, row.card) for row in told] == [("QC", "QS"), ("7H", None)]
        (one,) = labels(self.label(tmp_path, complete=True))
        told = list(rows(one, [reading("2D", 0.9)], [(200, 200)]))
        assert [(row.truth, row.card) for row in told] == [(None, "2D"), ("7H", None), ("QC", None)]

    def test_a_double_reading_is_wrong(self, tmp_path: Path) -> None:
        (one,) = labels(self.label(tmp_path))
        told = list(rows(one, [reading("7H", 0.8), reading("7H", 0.9)], [(20, 30), (20, 40)]))
        assert totals(told)["right"] == 1 and totals(told)["readings"] == 2

    @settings(deadline=None)
    @given(st.integers(0, 3), st.integers(0, 6), st.integers(0, 3))
    def test_points_turn_with_the_picture(self, quarters: int, x: int, y: int) -> None:
        image: Picture = np.zeros((4, 7, 3), np.uint8)
        image[y, x] = 255
        after = turned(image, quarters)
        row, column = np.argwhere(after[..., 0])[0]
        assert turned_back(column + 0.5, row + 0.5, quarters, (7, 4)) == (x + 0.5, y + 0.5)

    def test_a_whole_report(self, tmp_path: Path) -> None:
        class Stub:
            def read(self, image: Picture, px_per_mm: float | None = None) -> tuple[Reading, ...]:
                wide = image.shape[1] > image.shape[0]
                return (reading("7H", 0.99, 20, 30), reading("QS" if wide else "QC", 0.95, 70, 30))

        told = photo_report(Stub(), self.label(tmp_path))
        assert (told["recall"], told["precision"]) == (0.5, 0.5)
        assert told["turned"]["90"]["recall"] == 1.0 and told["turned"]["90"]["same_readings"] == 0.5
        assert told["turned_change"] == {"90": 0.5, "180": 0.0, "270": 0.5}
        assert [one["read"] for one in told["wrongly_accepted_readings"]] == ["QS"]
        foil = photo_report(Stub(), self.label(tmp_path, deck="gold foil"), (0,))
        assert foil["cards"] == 0 and foil["foil"]["wrongly_accepted"] == 1

    def test_no_labels(self, tmp_path: Path) -> None:
        with pytest.raises(Trouble, match="cannot be read"):
            labels(tmp_path)
        for text in ("[]", "{", '{"a.png": {}}', '{"a.png": {"cards": [{"box": [1]}]}}'):
            (tmp_path / "labels.json").write_text(text)
            with pytest.raises(Trouble, match="no labels"):
                labels(tmp_path)


class TestHeights:
    def test_the_print_is_as_tall_as_asked_for(self) -> None:
        for height in (8, 20):
            table = heights.table_with_index(height, heights.FIRST_TABLE, "clean")
            assert table.deck.index_mm * table.renderer.view.px_per_mm == pytest.approx(height, rel=0.06)

    def test_the_limit_is_below_the_last_point_that_fails(self) -> None:
        def point(px: float, recall: float, wrongly: int = 0) -> dict[str, object]:
            accepted = recall - 0.01
            return {
                "index_px": px, "recall": recall, "accepted_and_right_of_cards": accepted, "wrongly_accepted": wrongly,
            }  # fmt: skip

        assert heights.limit([point(8, 0.99), point(12, 0.9), point(16, 0.99), point(20, 1.0)]) == 16
        assert heights.limit([point(16, 0.99), point(20, 1.0, wrongly=1)]) is None


class TestPlainReader:
    def test_it_reads_cards_that_lie_apart(self) -> None:
        renderer = held_out_renderer(12, "clean", (1280, 720))
        cards = tuple(
            Placement(code, 110 + 130 * i, 120 + 180 * j, angle)
            for (i, j), code, angle in zip(
                ((0, 0), (1, 0), (2, 0), (3, 0), (0, 1), (1, 1)),
                ("7H", "QC", "4S", "AD", "9C", "6D"),
                (0, 90, 200, 35, 300, 10),
                strict=True,
            )
        )
        found = {one.card for one in ContourReader().read(renderer.frame(Scene(cards), 0).image)}
        assert len(found & {card.card for card in cards}) >= 4

    def test_nothing_is_nothing(self) -> None:
        assert ContourReader().read(np.zeros((90, 120, 3), np.uint8)) == ()


class TestCommand:
    def run(self, *words: str) -> tuple[int, str]:
        done = CliRunner().invoke(cli, ["bench", "reader", *words])
        if done.exception and not isinstance(done.exception, SystemExit):
            raise done.exception
        return done.exit_code, done.stdout

    def test_a_short_run(self) -> None:
        status, said = self.run("--readings", "5", "--part", "rendered", "--json")
        told = json.loads(said)["rendered"]
        assert status == 0 and told["readings"] >= 5 and told["recall"] > 0.8 and told["reliability"]
        text = "\n".join(in_words({"rendered": told}))
        assert "95% upper bound" in text and "told and true probability" in text

    def test_a_long_run_is_told(self, tmp_path: Path) -> None:
        path = tmp_path / "rows.jsonl"
        path.write_text(run_line({}) + line_of(1, [Row("7H", "7H", 0.999, True, 20.0, (("kind", "lot"),))] * 50_000))
        status, said = self.run("--rows", str(path), "--part", "rendered")
        assert status == 0 and "1 in 16,69" in said and "yes" in said

    def test_bad_input(self, tmp_path: Path) -> None:
        for words in (("--photos", "/nowhere"), ("--rows", "/nowhere"), ("--readings", "0"), ("--rival", "/nowhere")):
            with pytest.raises(Trouble):
                self.run(*words)
        bad = tmp_path / "bad.onnx"
        bad.write_bytes(b"no model")
        with pytest.raises(Trouble, match="no model that can be run"):
            self.run("--rival", str(bad), "--part", "beside", "--readings", "5")

    def test_goals_name_what_was_not_measured(self) -> None:
        assert all(reached == "" for _, _, _, reached in lines({}))
        told = {"speed": {"frame": {"median_ms": 59.0}, "memory": {"resident_mb": 150}}}
        reached = {name: word for name, _, _, word in lines(told)}
        assert reached["whole frame 1280x720, median"] == "yes"
        assert reached["models and runtime resident"] == "no"
        assert len({goal.path for goal in GOALS}) == len(GOALS)


class TestSheets:
    def test_the_surest_come_first_and_accepted_ones_are_marked(self, tmp_path: Path) -> None:
        image: Picture = np.full((200, 200, 3), 128, np.uint8)
        sheets = Sheets()
        for number in range(12):
            sheets.add(image, reading("7S", 0.5 + number / 100, 100, 100, accepted=number == 11), "7C", "home fan")
        (path,) = sheets.write(tmp_path / "new")
        sheet = cv2.imread(str(path))
        assert sheet is not None
        tile = sheet.shape[1] // 10
        assert sheet.shape[0] == 2 * (sheet.shape[0] // 2)  # two rows of tiles
        ground = [tuple(int(v) for v in sheet[sheet.shape[0] // 2 - 2, i * tile + tile // 2]) for i in range(2)]
        assert ground == [TAKEN, WRONG]

    def test_nothing_wrong_writes_nothing(self, tmp_path: Path) -> None:
        assert Sheets().write(tmp_path) == []


class TestProduct:
    def test_it_doubts_what_is_too_small(self) -> None:
        class Sure:
            def read(self, image: Picture, px_per_mm: float | None = None) -> tuple[Reading, ...]:
                quad = ((5.0, 5.0), (26.0, 5.0), (26.0, 34.0), (5.0, 34.0))
                return (Reading("7S", 0.999, True, (5, 5, 21, 29), quad, {"7S": 0.999}),)

        image = np.random.default_rng(1).integers(0, 255, (80, 120, 3)).astype(np.uint8)
        assert [one.accepted for one in Product(Sure()).read(image, 0.33)] == [False]
