"""Write the fourth stage's rows without end: shards of packed rows, which train_gpu.py reads and deletes.

    python stream.py --out DIR --tok tokenizer.json --procs 12

Each process makes the set of which it has made least, by its share of a step. It waits while many
shards are unread. The seeds are fixed, but how many shards there will be depends on the time.
"""
import argparse
import os
import time
from multiprocessing import Process

from data import FOURTH, FOURTH_VAL, pack, write

UNREAD = 96


def produce(a, me, parent):
    if me == 0:
        for name, (T, rows, chars, prefix, stage) in FOURTH_VAL.items():
            write(f"{a.out}/{name}", *pack((a.tok, T, rows, chars, prefix, stage, 0, 1)))
    made = {n: 1e-9 * ((i + me) % len(FOURTH)) for i, n in enumerate(FOURTH)}
    k = 0
    while os.getppid() == parent:
        if sum(f.endswith(".npz") for f in os.listdir(a.out)) > UNREAD:
            time.sleep(.2)
            continue
        name = min(made, key=lambda n: made[n] / (FOURTH[n][0] * FOURTH[n][5]))
        T, rows, chars, prefix, stage, _ = FOURTH[name]
        # The first shards are small, so that training can begin.
        rows = rows if k >= len(FOURTH) else rows // 4
        X, Y = pack((a.tok, T, rows, chars, f"{prefix}{me}.{k}", stage, 0, 1))
        write(f"{a.out}/{name}-{me}-{k}", X, Y)
        made[name] += X.size
        k += 1


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--out", default="stream")
    p.add_argument("--tok", default="tokenizer.json")
    p.add_argument("--procs", type=int, default=max(1, (os.cpu_count() or 2) - 3))
    a = p.parse_args()
    os.makedirs(a.out, exist_ok=True)
    ps = [Process(target=produce, args=(a, i, os.getpid()), daemon=True) for i in range(a.procs)]
    for p in ps:
        p.start()
    for p in ps:
        p.join()


if __name__ == "__main__":
    main()
