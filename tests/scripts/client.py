"""The client in scripts/ninefold_client.py, against the engine that NINEFOLD names."""

import sys
import time
import unittest

from ninefold_client import (
    Engine,
    EngineError,
    EngineTimeout,
    Info,
    Limit,
    Option,
    Refused,
)

# South takes the last two seeds that it needs with F.
WON = "1-0-0-0-0-1-1-0-0-2-0-0-23-20-S"
# North wins with its third move.
LOST = "0-0-0-0-1-2-1-0-0-1-1-0-22-20-S"

# An engine that greets, and then does what its argument says with each line.
STRANGER = """
import sys, time
for line in sys.stdin:
    if line == "uci\\n":
        print("id name Stranger", "uciok", sep="\\n", flush=True)
    elif line == "isready\\n" and sys.argv[1] != "hang":
        print("readyok", flush=True)
    elif line.startswith("go") and sys.argv[1] == "garbage":
        print("info depth none", flush=True)
    elif line.startswith("go") and sys.argv[1] == "end":
        break
    elif line == "quit\\n" and sys.argv[1] == "stay":
        time.sleep(60)
"""


def wari(**more):
    return Engine(variant="wari", **more)


def stranger(what, timeout):
    return Engine([sys.executable, "-c", STRANGER, what], timeout=timeout)


class Lines(unittest.TestCase):
    def test_what_a_search_says(self):
        info = Info.parse(
            "info depth 8 seldepth 13 multipv 2 score cp -7 upperbound wdl 119 762 119 currmove e "
            "nodes 2950 nps 6644144 hashfull 1 tbhits 0 time 4 pv F e B"
        )
        self.assertEqual(
            info,
            Info(depth=8, seldepth=13, rank=2, cp=-7, bound="upper", wdl=(119, 762, 119),
                 nodes=2950, nps=6644144, hashfull=1, time=4, pv=("F", "e", "B")),
        )
        self.assertEqual(info.score, "cp -7")
        self.assertEqual(Info.parse("info depth 0 score mate 0").score, "mate 0")
        self.assertEqual(Info.parse("info nodes 7").score, "")
        with self.assertRaisesRegex(EngineError, "depth none"):
            Info.parse("info depth none")

    def test_options(self):
        self.assertEqual(
            Option.parse("option name Skill Level type spin default 20 min 0 max 20"),
            Option("Skill Level", "spin", "20", 0, 20),
        )
        self.assertEqual(
            Option.parse("option name Style type combo default very solid var very solid var wild"),
            Option("Style", "combo", "very solid", values=("very solid", "wild")),
        )
        self.assertEqual(Option.parse("option name Clear Hash type button").default, None)

    def test_limits(self):
        limit = Limit(clocks=(1000, 900, 800), increments=(10, 9, 8), moves_to_go=3)
        self.assertEqual(
            limit.words("uci"),
            "wtime 1000 btime 900 p3time 800 winc 10 binc 9 p3inc 8 movestogo 3",
        )
        self.assertEqual(
            limit.words("ugi"),
            "p1time 1000 p2time 900 p3time 800 p1inc 10 p2inc 9 p3inc 8 movestogo 3",
        )
        self.assertEqual(limit.seconds(), 1.01)
        limit = Limit(depth=3, nodes=0, movetime=20, mate=2)
        self.assertEqual(limit.words("uci"), "depth 3 nodes 0 movetime 20 mate 2")
        self.assertEqual(limit.seconds(), 0.02)
        self.assertEqual(Limit().words("uci"), "infinite")
        self.assertIsNone(Limit(depth=3).seconds())


class Games(unittest.TestCase):
    def test_a_game_from_a_position_to_its_end(self):
        with wari() as engine:
            self.assertTrue(engine.name.startswith("Ninefold "))
            self.assertIn("hexlasca-3", engine.variants())
            self.assertEqual(engine.options["UCI_Variant"].default, "ultima")
            engine.position(moves=["D", "b"])
            self.assertEqual((engine.ply(), engine.turn(), engine.players()), (2, 1, 2))
            self.assertEqual(engine.legal_moves(), ["A", "B", "C", "E", "F"])
            self.assertTrue(engine.is_legal("A"))
            self.assertFalse(engine.is_legal("D"))
            engine.play("E", "f")
            self.assertEqual(engine.ply(), 4)
            engine.position(WON)
            self.assertEqual(engine.fen(), WON + " 0 1")
            self.assertFalse(engine.game_over())
            self.assertEqual((engine.result(), engine.reason()), (None, None))
            self.assertEqual(engine.score(), (23, 20))
            engine.play("F")
            self.assertTrue(engine.game_over())
            self.assertEqual((engine.result(), engine.reason()), ("p1win", "majority"))
            self.assertEqual(engine.legal_moves(), [])
            self.assertEqual(engine.go(Limit(depth=1)).move, None)
            engine.new_game()
            self.assertEqual(engine.ply(), 0)
            self.assertEqual(engine.board()["players"], ["South", "North"])

    def test_what_is_refused_changes_nothing(self):
        with wari() as engine:
            engine.position(WON)
            for wrong in (
                lambda: engine.position("1-2-3"),
                lambda: engine.position(moves=["D", "D"]),
                lambda: engine.play("B"),
                lambda: engine.set_option("Hash", 0),
                lambda: engine.set_option("Weather", "fine"),
                lambda: engine.set_variant("chess"),
                lambda: engine.query("weather"),
                lambda: engine.go(Limit(depth=1), only=["B"]),
            ):
                self.assertRaises(Refused, wrong)
                self.assertEqual(engine.fen(), WON + " 0 1")
            # A line is one line, whatever is in it.
            with self.assertRaisesRegex(Refused, "illegal move 'position'"):
                engine.play("F\nposition startpos moves", "B")
            self.assertRaises(ValueError, engine.go, Limit())
        with self.assertRaisesRegex(Refused, "option 'Hash' takes"):
            wari(options={"Hash": 0})

    def test_three_players(self):
        with Engine(variant="hexlasca-3") as engine:
            self.assertEqual(engine.players(), 3)
            turns = []
            for _ in range(3):
                turns.append(engine.turn())
                limit = Limit(clocks=(2000, 2000, 2000), increments=(10, 10, 10))
                engine.play(engine.go(limit).move)
            self.assertEqual(turns, [1, 2, 3])

    def test_the_dialect_ugi(self):
        with wari(dialect="ugi") as engine:
            engine.position(LOST)
            self.assertEqual(engine.go(Limit(depth=12)).info.mate, -5)
            self.assertRaises(Refused, engine.position, moves=["D", "D"])
            self.assertEqual((engine.result(), engine.reason()), ("p1win", "illegal-move"))


class Searches(unittest.TestCase):
    def test_lines_of_play(self):
        with wari(options={"MultiPV": 3, "UCI_ShowWDL": True}) as engine:
            answer = engine.go(Limit(depth=6))
            self.assertEqual([line.rank for line in answer.lines], [1, 2, 3])
            self.assertEqual({line.depth for line in answer.lines}, {6})
            self.assertEqual(answer.move, answer.info.pv[0])
            self.assertEqual(sum(answer.info.wdl), 1000)
            scores = [line.cp for line in answer.lines]
            self.assertEqual(scores, sorted(scores, reverse=True))
            answer = engine.go(Limit(depth=6), only=["A"])
            self.assertEqual([line.pv[0] for line in answer.lines], ["A"])
            engine.position(LOST)
            self.assertEqual(engine.go(Limit(depth=12)).info.score, "mate -3")

    def test_a_search_without_limit_is_stopped(self):
        with wari() as engine:
            search = engine.start()
            for info in search:
                if info.depth >= 3:
                    break
            # It answers, and does nothing else.
            self.assertEqual(engine.turn(), 1)
            self.assertRaises(RuntimeError, engine.position)
            self.assertRaises(RuntimeError, engine.go, Limit(depth=1))
            self.assertIsNone(search.answer)
            search.stop()
            answer = search.wait()
            self.assertIn(answer.move, engine.legal_moves())
            self.assertGreaterEqual(answer.info.depth, 3)
            self.assertEqual((search.wait(), list(search)), (answer, []))
            search.stop()
            self.assertEqual(engine.go(Limit(depth=2)).info.depth, 2)

    def test_pondering(self):
        with wari(options={"Ponder": True}) as engine:
            engine.position(moves=["F", "f"])
            search = engine.start(Limit(clocks=(300, 300)), ponder=True)
            time.sleep(0.1)
            self.assertIsNone(search.answer)
            search.ponderhit()
            answer = search.wait()
            self.assertTrue(engine.is_legal(answer.move))
            engine.play(answer.move)
            self.assertTrue(answer.ponder is None or engine.is_legal(answer.ponder))
            search = engine.start(Limit(movetime=1), ponder=True)
            search.stop()
            self.assertTrue(engine.is_legal(search.wait().move))


class Faults(unittest.TestCase):
    def test_one_that_is_silent_is_ended(self):
        with self.assertRaisesRegex(EngineTimeout, "has not said 'uciok' in time"):
            Engine([sys.executable, "-c", "import time; time.sleep(60)"], timeout=0.2)
        begun = time.monotonic()
        with stranger("hang", timeout=5) as engine:
            self.assertEqual(engine.name, "Stranger")
            engine.timeout = 0.2
            self.assertRaises(EngineTimeout, engine.turn)
            self.assertRaises(EngineError, engine.turn)
        with stranger("nothing", timeout=5) as engine:
            engine.timeout = 0.2
            self.assertRaises(EngineTimeout, engine.go, Limit(movetime=10))
        self.assertLess(time.monotonic() - begun, 20)

    def test_one_that_ends_or_babbles(self):
        complaint = self.assertRaisesRegex(EngineError, "has ended without")
        with stranger("end", timeout=20) as engine, complaint:
            engine.go(Limit(depth=1))
        complaint = self.assertRaisesRegex(EngineError, "info depth none")
        with stranger("garbage", timeout=20) as engine, complaint:
            engine.go(Limit(depth=1))
        complaint = self.assertRaisesRegex(EngineError, "has no answer to 'query turn'")
        with stranger("nothing", timeout=20) as engine, complaint:
            engine.turn()
        with self.assertRaisesRegex(EngineError, "cannot start the engine '/no/such/program'"):
            Engine(["/no/such/program"])

    def test_it_ends_with_its_block(self):
        with wari() as engine:
            engine.start()
        self.assertRaises(EngineError, engine.turn)
        engine.close()
        begun = time.monotonic()
        with stranger("stay", timeout=20):
            pass
        self.assertLess(time.monotonic() - begun, 30)


if __name__ == "__main__":
    unittest.main()
