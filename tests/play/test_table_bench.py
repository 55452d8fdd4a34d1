"""Measuring whole deals: what is counted, that a run can be stopped, and that nothing wrong is hidden."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click import UsageError
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import Card
from companion.cli import cli, demo, options
from companion.cli.croupier import Croupier
from companion.cli.rendered import Plan, Virtual, manners, table_camera
from companion.cli.tables import report, run, sample, summary
from companion.cli.tables.again import play_clip
from companion.cli.tables.clips import Clip, load_clip, save_clip, scenes_of
from companion.cli.tables.play import play_deal
from companion.cli.tables.resting import Resting, hides
from companion.cli.tables.rows import Job, Row, StateFile
from companion.cli.tables.witness import WatchedSession, Witness
from companion.evening.questions import Open
from companion.evening.session import Session
from companion.evening.sitting import Acknowledged
from companion.games import all_games
from companion.kept.journal import Journal
from companion.ports import Cover, Placement, Scene, Trouble
from companion.texts import text
from companion.view import AnswerQuestion, NewMatch
from tests.companion.perfect import Odds, certain, perfect_table
from vision.bench import deckbox
from vision.decks.printed import DrawnDeck

KEPT = Path(__file__).parent.parent / "records" / "tables"
"""failures that were mended"""
PINC = Job("pinc", "clean", 1, 3, "truth")


@contextmanager
def seen_as(odds: Odds, session: Session, plan: Plan) -> Iterator[Croupier]:
    """A table without pictures whose cards are read with these odds."""
    with perfect_table(session, plan.players, plan.seed, odds) as croupier:
        hear = session.on_event

        def heard(told: Acknowledged) -> None:
            hear(told)
            plan.hear(told)

        session.on_event = heard
        yield croupier


def played(job: Job, odds: Odds = certain) -> Row:
    return play_deal(job, lay=lambda session, plan: seen_as(odds, session, plan))


def torn(card: Placement) -> Mapping[str, float]:
    """The reader wavers between the king of spades and that of clubs; all else is clear."""
    return {"KS": 0.5, "KC": 0.48} if card.card in ("KS", "KC") else certain(card)


def fooled(card: Placement) -> Mapping[str, float]:
    """The reader takes the king of clubs for the seven of diamonds, and is sure of it."""
    return {"7D": 0.999} if card.card == "KC" else certain(card)


class TestOneDeal:
    def test_a_deal_that_is_seen_well_is_exact_without_a_touch(self) -> None:
        row = played(PINC)
        assert row.end == "played" and row.exact and not row.differs
        assert (row.asked, row.touches, row.wrong, row.other_seat, row.false) == ((), 0, (), (), ())
        assert row.cards == len(all_games()["pinc"].pack(3, {})) == 36
        assert len(row.delays_ms) == 36 and all(0 <= delay <= 1000 for delay in row.delays_ms)

    def test_questions_are_counted_with_their_answers(self) -> None:
        row = played(PINC, torn)
        assert row.exact and row.asked and row.touches >= len(row.asked)

    def test_a_card_that_is_surely_misread_is_counted_as_wrongly_taken(self) -> None:
        row = played(PINC, fooled)
        assert any(words.endswith("7D") for words in row.wrong)
        assert not row.other_seat

    def test_a_program_that_fails_is_a_row_of_its_own(self) -> None:
        def broken(card: Placement) -> Mapping[str, float]:
            raise ZeroDivisionError("the reader fell over")

        row = played(PINC, broken)
        assert row.end == "broke" and not row.exact
        assert "the reader fell over" in row.why

    def test_a_table_at_which_nothing_is_seen_is_played_by_touch_and_all_of_that_is_counted(self) -> None:
        row = played(PINC, lambda card: {})
        assert row.touches >= len(row.asked) > 20
        assert not row.wrong

    def test_without_pictures_people_behave_as_at_their_level(self) -> None:
        row = play_deal(replace(PINC, level="pub", seed=2, eyes="paper"))
        assert row.job.eyes == "paper" and row.accidents
        assert row.end == "played" and row.exact, row


class TestFirstChoice:
    def test_each_question_takes_the_first_then_the_next_and_then_the_truth(self, tmp_path: Path) -> None:
        witness = Witness(answers="first")
        with Journal(tmp_path / "j.sqlite") as journal:
            session = WatchedSession(journal, witness)
            session.new_match(NewMatch("pinc", ("Ana", "Boris", "Vera")))
            assert session.sitting is not None
            choices = ((Card("K", "S"), 0.5), (Card("K", "C"), 0.4))
            for _ in range(3):
                session.sitting.question = Open(1, text("Which card is this?"), choices, settle=lambda *_: None)
                session.handle(AnswerQuestion(1, ("6D",)))
            session.sitting.question = Open(2, text("Who?"), (), (("a", text("A")),), settle=lambda *_: None)
            session.handle(AnswerQuestion(2, (), "b"))
        assert [asked.rpartition(" ")[2] for asked in witness.asked] == ["KS", "KC", "6D", "a"]
        assert witness.touches == 4

    def test_people_who_tell_the_truth_are_heard_as_they_speak(self, tmp_path: Path) -> None:
        witness = Witness()
        with Journal(tmp_path / "j.sqlite") as journal:
            session = WatchedSession(journal, witness)
            session.new_match(NewMatch("pinc", ("Ana", "Boris", "Vera")))
            assert session.sitting is not None
            choices = ((Card("K", "S"), 0.5), (Card("K", "C"), 0.4))
            session.sitting.question = Open(1, text("Which card is this?"), choices, settle=lambda *_: None)
            session.handle(AnswerQuestion(1, ("6D",)))
        assert witness.asked == ["Which card is this? 6D"]


class TestResting:
    def test_a_card_lies_free_since_the_hand_has_left_it(self) -> None:
        card = Placement("KS", 300, 200)
        resting = Resting()
        resting.see(Scene((card,), (Cover(300, 200, 180),)), 100)
        assert resting.since(["KS"]) is None
        resting.see(Scene((card,)), 200)
        resting.see(Scene((card,)), 300)
        assert resting.since(["KS"]) == 200

    def test_a_card_in_the_air_does_not_lie(self) -> None:
        resting = Resting()
        resting.see(Scene((Placement("KS", 300, 200, lift=5),)), 100)
        assert resting.since(["KS"]) is None

    def test_the_last_of_several_counts(self) -> None:
        first, second = Placement("KS", 300, 200), Placement("7H", 400, 200)
        resting = Resting()
        resting.see(Scene((first,)), 100)
        resting.see(Scene((first, second)), 500)
        assert resting.since(["KS", "7H"]) == 500
        assert resting.since(["KS"]) == 100

    @given(st.floats(0, 359), st.floats(50, 400))
    def test_an_arm_hides_what_is_below_it_and_nothing_before_the_fingers(self, angle: float, along: float) -> None:
        import math

        turn = math.radians(angle)
        hand = Cover(0, 0, angle)
        assert hides(hand, Placement("KS", math.sin(turn) * along, -math.cos(turn) * along))
        assert not hides(hand, Placement("KS", -math.sin(turn) * along, math.cos(turn) * along))


def row(job: Job = PINC, **fields: Any) -> Row:
    told: dict[str, Any] = {"end": "played", "exact": True, "cards": 36, "table_s": 100.0, **fields}
    return Row(**asdict(job), **told)


class TestState:
    def test_rows_come_back(self, tmp_path: Path) -> None:
        kept = StateFile(tmp_path / "s.jsonl", "v1")
        one = row(asked=("Which card? KS",), delays_ms=(300, 400), size=(1280, 720))
        kept.add(one)
        assert StateFile(tmp_path / "s.jsonl", "v1").rows == {PINC: one}

    def test_what_a_kill_left_of_a_line_is_taken_off(self, tmp_path: Path) -> None:
        path = tmp_path / "s.jsonl"
        StateFile(path, "v1").add(row())
        with path.open("ab") as file:
            file.write(b'{"game": "pinc", "le')
        again = StateFile(path, "v1")
        again.add(row(replace(PINC, seed=2)))
        assert {job.seed for job in StateFile(path, "v1").rows} == {1, 2}

    def test_versions_are_not_mixed(self, tmp_path: Path) -> None:
        StateFile(tmp_path / "s.jsonl", "v1")
        with pytest.raises(Trouble, match="another version"):
            StateFile(tmp_path / "s.jsonl", "v2")

    def test_another_file_is_refused(self, tmp_path: Path) -> None:
        (tmp_path / "s.jsonl").write_text("hello\n")
        with pytest.raises(Trouble, match="no file of measured deals"):
            StateFile(tmp_path / "s.jsonl", "v1")


class TestHalves:
    def test_first_choices_are_played_only_where_something_was_asked(self, tmp_path: Path) -> None:
        kept = StateFile(tmp_path / "s.jsonl", "v1")
        assert run.open_half(PINC, kept, both=True) == PINC
        kept.add(row(asked=("Which card? KS",)))
        assert run.open_half(PINC, kept, both=True) == replace(PINC, answers="first")
        assert run.open_half(PINC, kept, both=False) is None
        kept.add(row(replace(PINC, answers="first")))
        assert run.open_half(PINC, kept, both=True) is None

    def test_a_deal_without_a_question_is_the_same_by_first_choices(self) -> None:
        assert run.same_by_first(row()) == (row(replace(PINC, answers="first")),)
        assert run.same_by_first(row(asked=("Which card? KS",))) == ()

    def test_when_the_time_is_over_first_choices_are_left_for_later(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        now = [0.0]

        def deal(job: Job, *_: Any, **__: Any) -> Row:
            now[0] += 40
            return row(job, asked=("Which card? KS",) if job.answers == "truth" else ())

        monkeypatch.setattr(run, "play_deal", deal)
        monkeypatch.setattr(run, "ProcessPoolExecutor", lambda *_: ThreadPoolExecutor(1))
        monkeypatch.setattr(run.time, "monotonic", lambda: now[0])
        kept, plan = StateFile(tmp_path / "s.jsonl", "v1"), [PINC, replace(PINC, seed=2)]
        assert [(one.seed, one.answers) for one in run.run(plan, kept, 1, minutes=1)] == [(1, "truth"), (1, "first")]
        assert len(run.run(plan, kept, 1, minutes=10)) == 4


class TestSummary:
    def test_deals_that_do_not_end_are_counted_and_told(self) -> None:
        rows = [row(), row(replace(PINC, seed=2), end="stuck", exact=False, why="awaits play")]
        told = summary.summary(rows)
        (one,) = told["games"]
        assert (one["deals"], one["exact"], one["stuck"], one["silently_wrong"]) == (2, 1, 1, 0)
        assert [failed["why"] for failed in told["not_exact"]] == ["awaits play"]
        assert "awaits play" in "\n".join(report.in_words(told, rows))

    def test_a_wrong_end_that_nobody_was_told_of_is_silent(self) -> None:
        told = summary.summary([row(exact=False, differs="points")])
        assert told["levels"][0]["silently_wrong"] == 1
        assert told["levels"][0]["goals"]["silently_wrong"] is False

    def test_goals(self) -> None:
        pub = replace(PINC, level="pub")
        rows = [row(replace(pub, seed=n, answers="first"), exact=n != 3) for n in range(10)]
        assert summary.summary(rows)["levels"][0]["goals"]["first"] is True
        rows += [row(replace(pub, seed=10, answers="first"), exact=False)]
        assert summary.summary(rows)["levels"][0]["goals"]["first"] is False
        asked = row(pub, cards=96, asked=("a", "b", "c", "d"))
        assert summary.figures([asked])["asked_per_100"] == 4.0
        assert summary.goals("pub", summary.figures([asked]))["asked"] is True
        assert summary.goals("home", summary.figures([asked]))["asked"] is False

    @given(st.lists(st.integers(0, 5000), min_size=1), st.floats(0.01, 0.99))
    def test_quantiles_are_values_of_the_list(self, values: list[int], share: float) -> None:
        found = summary.quantile(sorted(values), share)
        assert found in values
        assert found is not None and sum(value < found for value in values) <= share * len(values)


class TestPlan:
    def test_the_sample_is_always_the_same_and_has_every_level(self) -> None:
        plan = list(sample.sample())
        assert plan == list(sample.sample())
        assert {job.game for job in plan} <= set(all_games())
        assert Counter(job.level for job in plan) == {level: len(plan) // 3 for level in sample.LEVELS}
        assert all(job.players in all_games()[job.game].players for job in plan)
        assert len({job.seed for job in plan}) == len(plan), "each with a deck of its own"

    def test_all_games_are_played_where_none_is_named(self) -> None:
        plan = list(sample.jobs([], [], 1, 1, None))
        assert {job.game for job in plan} == set(all_games())
        assert {job.level for job in plan} == set(sample.LEVELS)
        assert all(job.players in all_games()[job.game].players for job in plan)

    def test_deals_come_in_rounds_over_games_and_levels(self) -> None:
        plan = list(sample.jobs(["pinc", "kvinto"], ["clean", "pub"], 2, 5, None))
        assert [(job.seed, job.game, job.level) for job in plan[:5]] == [
            (5, "pinc", "clean"), (5, "pinc", "pub"), (5, "kvinto", "clean"), (5, "kvinto", "pub"), (6, "pinc", "clean")
        ]  # fmt: skip

    def test_a_game_that_is_named_twice_is_played_once(self) -> None:
        plan = sample.jobs(["pinc", "kvinto", "pinc"], ["clean"], 1, 1, None)
        assert [job.game for job in plan] == ["pinc", "kvinto"]

    def test_a_score_sheet_is_no_game_for_a_table(self) -> None:
        with pytest.raises(Trouble, match="score_sheet is a score sheet and has no cards"):
            list(sample.jobs(["pinc", "score_sheet"], [], 1, 1, None))

    @given(st.integers(1, 5), st.integers(0, 40))
    def test_parts_make_the_whole(self, of: int, length: int) -> None:
        whole = list(range(length))
        parts = [whole[number::n] for k in range(1, of + 1) for number, n in [sample.part_of(f"{k}/{of}")]]
        assert sorted(one for part in parts for one in part) == whole

    @pytest.mark.parametrize("part", ["0/2", "3/2", "1", "a/b", "1/0"])
    def test_parts_that_are_none(self, part: str) -> None:
        with pytest.raises(Trouble, match="I/N"):
            sample.part_of(part)

    def test_a_part_beyond_the_last_is_told_so(self) -> None:
        with pytest.raises(Trouble, match="there is no part 3/2"):
            sample.part_of("3/2")

    @pytest.mark.parametrize(
        ("options", "said"),
        [
            ("--games= --paper", "--games names no game"),
            ("--games score_sheet --paper", "score_sheet is a score sheet"),
            ("--paper --load", "--paper plays without pictures, and --load is about them"),
            ("--paper --art varied", "--paper plays without pictures, and --art is about them"),
            ("--paper --art drawn", "--paper plays without pictures, and --art is about them"),
            ("--paper --faces .", "--paper plays without pictures, and --faces is about them"),
            ("--art drawn --faces .", "--faces does not go with drawn cards"),
            ("--games pinc --minutes nan", "'nan' is not a number"),
            ("--games pinc --state nowhere/x", "there is no folder nowhere: make it, or give another --state FILE"),
        ],
    )
    def test_what_cannot_be_measured_is_one_sentence(
        self, options: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(run, "run", None)  # (nothing of it is played)
        done = CliRunner().invoke(cli, ["bench", "table", *options.split()], standalone_mode=False)
        assert isinstance(done.exception, Trouble | UsageError) and said in str(done.exception)
        assert not list(tmp_path.iterdir())


def test_the_command_plays_keeps_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[Job] = []

    def quick(plan: Any, state: StateFile, workers: int, minutes: float, tell: Any, both: bool, *_: Any) -> list[Row]:
        for job in plan:
            if job not in state.rows:
                done.append(job)
                state.add(row(job))
                state.add(row(run.by_first(job)))
        return list(state.rows.values())

    monkeypatch.setattr(run, "run", quick)
    order = ["bench", "table", "--games", "pinc,kvinto", "--level", "clean", "--json", "--state", str(tmp_path / "s")]
    told = json.loads(CliRunner().invoke(cli, order).stdout)
    assert (told["deals"], told["left"]) == (2, 0)
    assert {one["game"] for one in told["games"]} == {"pinc", "kvinto"}
    CliRunner().invoke(cli, order)
    assert [job.game for job in done] == ["pinc", "kvinto"]
    assert msgspec.json.decode((tmp_path / "s").read_bytes().split(b"\n")[1], type=Row).exact


def test_a_run_that_is_killed_leaves_no_process_and_goes_on(tmp_path: Path) -> None:
    order = [sys.executable, "-m", "companion", "bench", "table", "--paper", "--games", "pinc", "--level", "home"]
    order += ["--players", "3", "--deals", "4", "--jobs", "1", "--state", str(tmp_path / "s"), "--json"]
    first = subprocess.Popen(order, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    assert first.stderr is not None and "truthful answers" in first.stderr.readline()
    first.kill()  # (a process of it holds the same pipe until it ends, too)
    first.stderr.read()
    first.wait()
    before = (tmp_path / "s").read_bytes().splitlines()
    assert 2 <= len(before) < 9
    second = subprocess.run(order, capture_output=True, text=True, timeout=300)
    assert json.loads(second.stdout)["left"] == 0
    after = (tmp_path / "s").read_bytes().splitlines()
    rows = [msgspec.json.decode(line, type=Row) for line in after[1:]]
    assert after[: len(before)] == before and len({one.job for one in rows}) == len(rows) == 8


class TestReport:
    WRONG = row(replace(PINC, seed=2), end="stuck", exact=False, why="awaits play", wrong=("7: Ana play KS",))

    def test_goals_stand_beside_the_figures(self) -> None:
        rows = [row(), self.WRONG, row(replace(PINC, level="pub", answers="first"))]
        lines = list(report.in_words(summary.summary(rows), rows))
        assert lines[0].split() == ["clean", "pub"]
        assert sum("In brackets: the goal" in line for line in lines) == 1
        (exact,) = (line for line in lines if line.startswith("exact after"))
        (first,) = (line for line in lines if line.startswith("exact by"))
        assert exact.split("  ")[-1].strip() != exact and "1/2 (all) MISSED" in exact
        assert "1/1 (90%)" in first and "MISSED" not in first

    def test_without_pictures_no_time_and_no_load_is_told(self) -> None:
        fields: dict[str, Any] = {"delays_ms": (100, 200), "busy_s": 3.0, "table_s": 60.0}
        by_eyes = {eyes: summary.summary([row(replace(PINC, eyes=eyes), **fields)]) for eyes in ("paper", "camera")}
        (paper,), (camera,) = (by_eyes[eyes]["levels"] for eyes in ("paper", "camera"))
        assert (paper["busy"], paper["delay_ms"]) == (None, {"median": None, "p95": None})
        assert (camera["busy"], camera["delay_ms"]) == (0.05, {"median": 200, "p95": 200})
        lines = list(report.in_words(by_eyes["paper"], []))
        assert not any("None" in line for line in lines)
        for name in ("ms to the event", "busy, of one core"):
            assert [line.split()[-1] for line in lines if line.startswith(name)] == ["-"]

    def test_what_went_wrong_is_told_with_how_to_play_it_again(self, tmp_path: Path) -> None:
        words = "\n".join(report.in_words(summary.summary([self.WRONG]), [self.WRONG], tmp_path))
        assert "pinc clean, seed 2, 3 players, truthful answers: did not go on: awaits play; wrongly taken" in words
        assert "--anew --games pinc --level clean --seed 2 --players 3 --answers truth" in words
        (tmp_path / f"{report.kept_as(self.WRONG)}-8.json").touch()
        assert f"--again {tmp_path}" in "\n".join(
            report.in_words(summary.summary([self.WRONG]), [self.WRONG], tmp_path)
        )

    def test_what_is_kept_of_a_deal_is_found(self, clip: Clip, tmp_path: Path) -> None:
        path = save_clip(clip, tmp_path)
        assert report.again(row(), tmp_path) == f"dalje bench table --again {path}"

    def test_a_deal_in_which_all_was_well_is_not_told(self) -> None:
        assert report.faults(row()) == []
        assert report.faults(row(replace(PINC, level="home"), cards=99, asked=("one",))) == []
        assert report.faults(row(replace(PINC, level="home"), cards=98, asked=("a", "b"))) == [
            "2 questions to 98 cards"
        ]
        assert report.faults(row(planted=2, found=1)) == ["1 of 2 breaches not found"]

    def test_before_anything_was_played_that_is_told(self) -> None:
        assert list(report.in_words(summary.summary([]), [])) == ["No deal has been played yet."]


def test_deals_that_were_measured_are_played_anew_when_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[Job] = []

    def deal(job: Job, *_: Any, **__: Any) -> Row:
        played.append(job)
        return row(job)

    monkeypatch.setattr(run, "play_deal", deal)
    monkeypatch.setattr(run, "ProcessPoolExecutor", lambda *_: ThreadPoolExecutor(1))
    order = ["bench", "table", "--games", "pinc", "--level", "clean", "--state", str(tmp_path / "s"), "--json"]
    for more in ([], [], ["--anew"]):
        assert json.loads(CliRunner().invoke(cli, [*order, *more]).stdout)["left"] == 0
    assert len(played) == 2


class TestArt:
    def test_the_options_name_every_art(self) -> None:
        assert deckbox.ART == options.ARTS

    @pytest.mark.parametrize("command", [["bench", "table", "--games", "pinc"], ["demo", "--headless"]])
    @pytest.mark.parametrize(
        ("options", "said"),
        [
            (["photographed"], "name their folder with --faces, or in the environment variable DALJE_PHOTOS"),
            (["photographed", "--faces", "nowhere"], "there is no folder nowhere"),
            (["photographed", "--faces", "."], "holds no labels.json"),
            (["pictures"], "name the folder of decks with --faces"),
        ],
    )
    def test_without_faces_there_is_a_sentence_and_status_2(
        self, command: list[str], options: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        monkeypatch.delenv(deckbox.PHOTOS, raising=False)
        done = CliRunner().invoke(cli, [*command, "--art", *options])
        assert isinstance(done.exception, Trouble) and said in str(done.exception)
        assert "Errno" not in str(done.exception)
        assert not list(tmp_path.iterdir())

    def test_deals_of_another_art_are_other_deals(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        played: list[tuple[str, Path | None]] = []

        def deal(job: Job, failures: Path | None, faces: Path | None = None) -> Row:
            played.append((job.art, faces))
            return row(job)

        monkeypatch.setattr(run, "play_deal", deal)
        monkeypatch.setattr(run, "ProcessPoolExecutor", lambda *_: ThreadPoolExecutor(1))
        for art in ("drawn", "varied", "varied"):
            order = ["bench", "table", "--games", "pinc", "--level", "clean", "--art", art, "--json"]
            told = json.loads(CliRunner().invoke(cli, [*order, "--state", str(tmp_path / "s")]).stdout)
            assert (told["deals"], told["left"]) == (1, 0)
        assert played == [("drawn", None), ("varied", None)]

    @pytest.mark.parametrize("options", [[], ["--mishaps", "--level", "pub", "--art", "varied"]])
    def test_the_demo_is_played_as_it_was_asked_for(
        self, options: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        plans: list[Plan] = []

        def play(session: Session, plan: Plan, *_: Any) -> dict[str, Any]:
            plans.append(plan)
            return {}

        monkeypatch.setitem(demo.callback.__globals__, "run", play)  # (the command has the name of its module)
        done = CliRunner().invoke(cli, ["demo", "--headless", "--json", "--data", str(tmp_path), *options])
        assert done.exit_code == 0, done.output
        (plan,) = plans
        assert plan.mishaps == bool(options) and plan.art == ("varied" if options else "drawn")
        habits = manners(plan)
        assert (habits.accidents, habits.breaches) == ((2, 0.2) if options else (0, 0))

    def test_cards_look_as_the_plan_says(self) -> None:
        plan = Plan("pinc", 3, 4, art="varied", size=(640, 360))
        deck, wanted = (
            table_camera(plan, Scene, Virtual(lambda: 0)).renderer.deck,
            deckbox.packs_for(4, art="varied")[0],
        )
        assert isinstance(deck, DrawnDeck) and isinstance(wanted, DrawnDeck) and deck.style == wanted.style

    def test_a_failure_keeps_its_art(self, tmp_path: Path) -> None:
        job = replace(PINC, art="varied")
        play_deal(job, tmp_path, lay=lambda session, plan: seen_as(fooled, session, plan))
        (path,) = tmp_path.iterdir()
        assert load_clip(path).art == "varied"


@pytest.fixture(scope="module")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Clip:
    """A misread card, kept."""
    folder = tmp_path_factory.mktemp("failures")
    found = play_deal(PINC, folder, lay=lambda session, plan: seen_as(fooled, session, plan))
    assert found.wrong
    (path,) = folder.iterdir()
    return load_clip(path)


class TestClips:
    def test_what_lay_there_and_what_was_true_is_kept(self, clip: Clip) -> None:
        assert "7D" in clip.what
        assert [event["cards"] for event in clip.truth] == [["KC"]]
        assert sum(line["kind"] == "event" for line in clip.lines) == clip.event - 1
        assert any(card.card == "KC" for _, scene in scenes_of(clip) for card in scene.cards)
        assert any(scene.hands for _, scene in scenes_of(clip))

    def test_a_file_tells_the_same_scenes(self, clip: Clip, tmp_path: Path) -> None:
        again = load_clip(save_clip(clip, tmp_path))
        assert again == clip
        assert scenes_of(again) == scenes_of(clip)

    def test_played_again_with_eyes_that_read_rightly_it_goes_right(self, clip: Clip, tmp_path: Path) -> None:
        path = save_clip(clip, tmp_path)
        video = tmp_path / "frames"
        result = CliRunner().invoke(cli, ["bench", "table", "--again", str(path), "--video", str(video), "--json"])
        assert result.exit_code == 0, result.output
        assert json.loads(result.stdout) == {"right": True, "asked": 0, "wrong": [], "missing": []}
        assert len(list(video.glob("*.png"))) > 10

    def test_what_goes_wrong_still_is_told_with_status_1(self, clip: Clip, tmp_path: Path) -> None:
        other = [{**event, "cards": ["7D"]} for event in clip.truth]
        path = save_clip(msgspec.structs.replace(clip, truth=tuple(other)), tmp_path)
        result = CliRunner().invoke(cli, ["bench", "table", "--again", str(path), "--json"])
        assert result.exit_code == 1
        told = json.loads(result.stdout)
        assert [event["cards"] for event in told["wrong"]] == [["KC"]]
        assert [event["cards"] for event in told["missing"]] == [["7D"]]

    def test_other_files_are_refused(self, tmp_path: Path) -> None:
        (tmp_path / "x.json").write_text("{}")
        with pytest.raises(Trouble, match="no failure"):
            load_clip(tmp_path / "x.json")
        with pytest.raises(Trouble, match="cannot be read"):
            load_clip(tmp_path / "y.json")


@pytest.mark.parametrize("path", sorted(KEPT.glob("*.json")), ids=lambda path: path.stem)
def test_no_kept_failure_comes_back(path: Path) -> None:
    came = play_clip(load_clip(path))
    assert came.right, came
