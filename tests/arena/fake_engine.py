"""An engine that plays Ninefold's moves and does a deed when it has to.

usage: fake_engine.py NINEFOLD DEED [ARGUMENT...]

The deed, if it is not 'none', comes with the third 'go', or with the line that its
name says. The rest are
arguments of the Ninefold that it asks.
"""

import os
import subprocess
import sys
import time

program, deed, *arguments = sys.argv[1:]
searches = 0


def say(line):
    print(line, flush=True)


def act():
    """Does the deed; true if there is nothing more to be said to the line."""
    if deed == "crash":
        print("the end is near", file=sys.stderr, flush=True)
        os._exit(3)
    if deed == "crash-with-child":
        # The child keeps the pipe open.
        subprocess.Popen(["sleep", "60"])
        os._exit(3)
    if deed in ("hang", "hang-at-position", "hang-at-newgame"):
        time.sleep(60)
    if deed == "illegal":
        say("bestmove Z9")
    if deed == "wrong-game":
        # A move of Lasca.
        say("bestmove c3-d4")
    if deed == "no-move":
        say("bestmove")
    if deed == "child":
        # It shows the arguments of this engine, too.
        subprocess.Popen(["sh", "-c", "sleep 60; : " + arguments[-1]], stdout=subprocess.DEVNULL)
        return False
    if deed == "none":
        return False
    if deed == "slow":
        time.sleep(0.4)
        return False
    if deed == "endless-line":
        say("info string " + "x" * (3 << 20))
    if deed == "flood":
        while True:
            say("info string " + "x" * 1000)
    if deed == "flood-of-errors":
        while True:
            print("x" * 1000, file=sys.stderr, flush=True)
    if deed == "garbage":
        sys.stdout.buffer.write(b"\xff\xfe\x00\r\n\n\ninfo depth score cp pv\ninfo score mate\n")
        sys.stdout.buffer.write(b"bestmov A\ninfo string " + b"\x1b[2J" * 500 + b"\n")
        sys.stdout.flush()
        return False
    return True


engine = subprocess.Popen(
    [program, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
)
for line in sys.stdin:
    word = line.split()[0]
    if word == "go":
        searches += 1
    due = word == deed.removeprefix("hang-at-").replace("newgame", "ucinewgame") or (
        word == "go" and searches == 3
    )
    if due and act():
        continue
    engine.stdin.write(line)
    engine.stdin.flush()
    end = {"uci": "uciok", "isready": "readyok", "go": "bestmove"}.get(word)
    while end:
        said = engine.stdout.readline()
        sys.stdout.write(said)
        sys.stdout.flush()
        if said.startswith(end):
            break
