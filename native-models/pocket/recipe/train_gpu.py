"""The fourth stage on a GPU: train Pocket on endless rows until a deadline.

    python stream.py --out stream --tok tokenizer.json &
    python train_gpu.py --data stream --out run4 --from third-f16.gguf --minutes 7

Every step mixes all sets of data.FOURTH: rows of 512 tokens and rows of 2048. Shards are moved to
the GPU as they appear, and rows are drawn from them at random. The learning rates stay constant, then
fall linearly to zero at the deadline. Each minute the weights are written as an f16 GGUF.
What can fail on a machine that nobody has tried falls back: no compiler, too little memory, a loss
that is no number.
"""
import argparse
import json
import os
import queue
import signal
import threading
import time

import numpy as np
import torch

from data import FOURTH, FOURTH_VAL
from export import read_gguf, write_gguf
from model import Config, Pocket, plant_copying
from tokenizer import Tokenizer
from train import FAST, Muon

F = torch.nn.functional


class Pool:
    """The rows of one set on the device; the oldest are overwritten when it is full."""

    def __init__(self, T, rows, dev):
        self.ids = torch.zeros(rows, T + 1, dtype=torch.int16, device=dev)
        self.weights = torch.zeros(rows, T + 1, dtype=torch.float16, device=dev)
        self.rows, self.seen = rows, 0

    def add(self, ids, weights):
        at = torch.arange(self.seen, self.seen + len(ids), device=self.ids.device) % self.rows
        self.ids[at], self.weights[at] = ids, weights
        self.seen += len(ids)

    def draw(self, n):
        at = torch.randint(min(self.seen, self.rows), (n,), device=self.ids.device)
        return self.ids[at], self.weights[at]


class Reader(threading.Thread):
    """Moves shards to the device as they appear, on a stream of its own, and deletes the files."""

    def __init__(self, folder, dev):
        super().__init__(daemon=True)
        self.folder, self.dev, self.ready = folder, dev, queue.Queue(8)

    def move(self, array):
        t = torch.from_numpy(array)
        return t.pin_memory().to(self.dev, non_blocking=True) if self.dev == "cuda" else t

    def run(self):
        stream = torch.cuda.Stream() if self.dev == "cuda" else None
        while True:
            files = sorted((os.path.join(self.folder, f) for f in os.listdir(self.folder) if "-" in f and not f.endswith(".part.npz")), key=os.path.getmtime)
            for f in files:
                try:
                    with np.load(f) as z:
                        ids, w = z["ids"].astype(np.int16), z["weights"].astype(np.float32)
                    # A mean weight of 1, so that a set counts by its rows.
                    w = (w / w[:, 1:].mean()).clip(0, 6e4).astype(np.float16)
                    with torch.cuda.stream(stream):
                        got = self.move(ids), self.move(w)
                    if stream:
                        stream.synchronize()
                    self.ready.put((os.path.basename(f).split("-")[0], *got))
                except Exception as e:  # noqa: BLE001
                    print("skipped", f, repr(e), flush=True)
                os.remove(f)
            time.sleep(.02)

    def feed(self, pools):
        """Put what is ready into the pools."""
        while True:
            try:
                name, ids, weights = self.ready.get_nowait()
            except queue.Empty:
                return
            if ids.is_cuda:
                ids.record_stream(torch.cuda.current_stream())
                weights.record_stream(torch.cuda.current_stream())
            pools[name].add(ids, weights)


def groups_of(scale):
    """[(row length, [(set, rows of a step)])], one for each row length; `scale` shrinks the rows."""
    out = {}
    for name, spec in FOURTH.items():
        out.setdefault(spec[0], []).append((name, max(1, round(spec[5] * scale))))
    return list(out.items())


def main():
    a = argparse.ArgumentParser()
    a.add_argument("--data", default="stream")
    a.add_argument("--out", default="run4")
    a.add_argument("--tok", default="tokenizer.json")
    a.add_argument("--from", dest="source", default="", help="an f16 GGUF; without it, training begins with the planted circuit")
    a.add_argument("--minutes", type=float, default=7)
    a.add_argument("--deadline", type=float, default=0, help="seconds since 1970, instead of --minutes")
    a.add_argument("--flat", type=float, default=.35, help="progress at which the learning rates begin to fall")
    a.add_argument("--muon-lr", type=float, default=.02)
    a.add_argument("--adam-lr", type=float, default=.0015)
    a.add_argument("--decay", type=float, default=.03, help="weight decay of Muon, relative to its rate")
    a.add_argument("--scale", type=float, default=1, help="rows of a step, relative to data.FOURTH")
    a.add_argument("--pool", type=int, default=60_000_000, help="tokens of a set that stay on the device")
    a.add_argument("--val", type=int, default=64, help="rows of each held-out set")
    a.add_argument("--layers", type=int, default=6)
    a.add_argument("--no-compile", action="store_true")
    a = a.parse_args()
    begun = time.time()
    deadline = a.deadline or begun + 60 * a.minutes
    os.makedirs(a.out, exist_ok=True)
    log = open(f"{a.out}/log.jsonl", "a")

    def say(**rec):
        line = json.dumps(dict(stage=4, **rec))
        print(line, flush=True)
        log.write(line + "\n")
        log.flush()

    torch.manual_seed(1)
    torch.set_float32_matmul_precision("high")
    dev = "cuda" if torch.cuda.is_available() else "cpu"
    cfg, tok = Config(vocab=2566, layers=a.layers, rope_theta=50000.0), Tokenizer.load(a.tok)
    model = Pocket(cfg)
    try:
        read_gguf(model, a.source)
    except Exception as e:  # noqa: BLE001
        print("no weights to start from, so the circuit is planted:", e, flush=True)
        plant_copying(model)
    model.to(dev)
    mats = [p for n, p in model.named_parameters() if p.ndim == 2 and "embed" not in n]
    rest = [p for n, p in model.named_parameters() if p.ndim == 1 or "embed" in n]
    opts = [Muon(mats, lr=a.muon_lr, decay=a.decay), torch.optim.AdamW(rest, lr=a.adam_lr, betas=(0.9, 0.98), weight_decay=0.0, fused=dev == "cuda")]
    base = [a.muon_lr, a.adam_lr]
    pools = {n: Pool(s[0], max(2 * s[1], a.pool // s[0]), dev) for n, s in FOURTH.items()}
    groups = groups_of(a.scale)
    reader = Reader(a.data, dev)
    reader.start()

    def cast():
        return torch.autocast(dev, dtype=torch.bfloat16, enabled=FAST == torch.bfloat16)

    def head(x, y, w):
        return (F.cross_entropy(F.linear(model.norm(x), model.embed.weight).flatten(0, 1).float(), y.flatten(), reduction="none") * w.flatten()).sum()

    heads = [head]

    def loss_of(ids, weights):
        """Sum over a batch of weight times cross-entropy."""
        T, ids = ids.shape[1] - 1, ids.long()
        cos, sin = model.cos[:T], model.sin[:T]
        with cast():
            x = model.embed(ids[:, :-1])
            for b in model.blocks:
                x = b(x, cos, sin)
            return heads[0](x, ids[:, 1:], weights[:, 1:].float())

    def step(rate):
        """One step at a share of the learning rates. Returns the mean loss of each row length."""
        tokens = sum(n * T for T, sets in groups for _, n in sets)
        losses = []
        for T, sets in groups:
            got = [pools[n].draw(k) for n, k in sets]
            loss = loss_of(torch.cat([g[0] for g in got]), torch.cat([g[1] for g in got]))
            (loss / tokens).backward()
            losses.append(loss.detach() / (T * sum(k for _, k in sets)))
        torch.nn.utils.clip_grad_norm_(rest, 1.0)
        for o, lr in zip(opts, base):
            o.param_groups[0]["lr"] = lr * rate
            o.step()
            o.zero_grad(set_to_none=True)
        return torch.stack(losses), tokens

    @torch.no_grad()
    def evaluate():
        """Loss on the answers of each held-out set, and the share of right tokens in answers that weigh more."""
        out = {}
        for name in FOURTH_VAL:
            if not os.path.exists(f"{a.data}/{name}.npz"):
                continue
            with np.load(f"{a.data}/{name}.npz") as z:
                ids, w = torch.from_numpy(z["ids"].astype(np.int64)), torch.from_numpy(z["weights"].astype(np.float32))
            sums = torch.zeros(4)
            for k in range(0, min(a.val, len(ids)), 16):
                at = slice(k, min(k + 16, a.val))
                x, y, v = ids[at, :-1].to(dev), ids[at, 1:].to(dev), w[at, 1:].to(dev)
                with cast():
                    h = model.embed(x)
                    for b in model.blocks:
                        h = b.forward(h, model.cos[:x.shape[1]], model.sin[:x.shape[1]])  # not the compiled call
                    lg = F.linear(model.norm(h), model.embed.weight).float()
                ce = F.cross_entropy(lg.flatten(0, 1), y.flatten(), reduction="none").view_as(v)
                m, r = v > .5, v > 1.5
                sums += torch.stack([ce[m].sum(), m.sum(), (lg.argmax(-1) == y)[r].sum(), r.sum()]).cpu()
            out[name] = [round((sums[0] / sums[1].clamp_min(1)).item(), 4), round((sums[2] / sums[3].clamp_min(1)).item(), 4)]
        return out

    def save(name):
        state = {n: p.detach() for n, p in model.named_parameters()}
        path = f"{a.out}/{name}"
        if os.path.exists(path + ".part"):
            os.remove(path + ".part")
        write_gguf(path + ".part", cfg.dict(), state, tok)
        os.replace(path + ".part", path)

    def wait_for_data():
        while any(p.seen == 0 for p in pools.values()):
            reader.feed(pools)
            if time.time() > deadline - 5:
                raise SystemExit("no data")
            time.sleep(.1)

    def trial(seconds):
        """Two steps that change nothing. Raises when they fail or take too long."""
        def late(*_):
            raise TimeoutError("compiling took too long")
        signal.signal(signal.SIGALRM, late)
        signal.alarm(seconds)
        try:
            for _ in range(2):
                step(0.0)
            if dev == "cuda":
                torch.cuda.synchronize()
        finally:
            signal.alarm(0)
            for o in opts:
                o.zero_grad(set_to_none=True)
                o.state.clear()

    wait_for_data()
    say(event="data", seconds=round(time.time() - begun, 1), device=torch.cuda.get_device_name() if dev == "cuda" else "cpu", torch=torch.__version__)
    say(event="before", val=evaluate())
    how = "eager"
    if not a.no_compile:
        try:
            torch._dynamo.config.recompile_limit = 64
            for b in model.blocks:
                b.compile(dynamic=False)
            heads[0] = torch.compile(head, dynamic=False)
            trial(int(min(120, max(10, (deadline - time.time()) * .4))))
            how = "compiled"
        except BaseException as e:  # noqa: BLE001
            if isinstance(e, (KeyboardInterrupt, SystemExit)):
                raise
            print("goes on without compiling:", repr(e)[:600], flush=True)
            for b in model.blocks:
                b._compiled_call_impl = None
            heads[0] = head
    while how == "eager" and groups[0][1][0][1] > 1:
        try:
            trial(60)
            break
        except TimeoutError:
            break
        except torch.OutOfMemoryError:
            a.scale /= 2
            groups = groups_of(a.scale)
            torch.cuda.empty_cache()
            print("too little memory, rows of a step are halved:", groups, flush=True)
    say(event="start", how=how, seconds=round(time.time() - begun, 1), tokens_per_step=sum(n * T for T, s in groups for _, n in s))

    started = told = saved = kept = time.time()
    n = tokens = since = 0
    total = torch.zeros(len(groups), device=dev)
    mark = torch.cuda.Event() if dev == "cuda" else None
    good = {k: v.clone() for k, v in model.state_dict().items()}
    best, slow = float("inf"), 1.0
    while True:
        now = time.time()
        p = (now - started) / max(1.0, deadline - started)
        if p >= 1:
            break
        rate = slow * min(1.0, (n + 1) / 200) * (1.0 if p < a.flat else (1 - p) / (1 - a.flat))
        losses, t = step(rate)
        total += losses
        n, tokens, since = n + 1, tokens + t, since + 1
        if n % 4 == 0:
            reader.feed(pools)
            if dev == "cuda":  # at most eight steps are queued, so that the clock is the GPU's
                mark.synchronize()
                mark = torch.cuda.Event()
                mark.record()
        if now - told > 10:
            mean = (total / since).tolist()
            if not all(np.isfinite(mean)) or sum(mean) > 1.5 * best + 1:
                print("the loss is", mean, "so the last good weights return, with half the rate", flush=True)
                model.load_state_dict(good)
                for o in opts:
                    o.state.clear()
                slow /= 2
            else:
                best = min(best, sum(mean))
                if now - kept > 20:
                    good, kept = {k: v.clone() for k, v in model.state_dict().items()}, now
            say(step=n, p=round(p, 4), rate=round(rate, 4), tokens=tokens, loss={str(T): round(x, 4) for (T, _), x in zip(groups, mean)}, seen={k: v.seen for k, v in pools.items()},
                tokens_per_second=round(since * t / (now - told)), seconds=round(now - begun, 1))
            total.zero_()
            since, told = 0, now
        if now - saved > 60 and deadline - now > 10:
            try:
                save("last-f16.gguf")
                say(step=n, val=evaluate())
            except Exception as e:  # noqa: BLE001
                print("not saved:", repr(e), flush=True)
            saved = now
    if not all(bool(torch.isfinite(v).all()) for v in model.state_dict().values()):
        print("the weights are no numbers; the last good ones are written", flush=True)
        model.load_state_dict(good)
    save("pocket-f16.gguf")
    say(event="end", step=n, tokens=tokens, seconds=round(time.time() - begun, 1), val=evaluate())


if __name__ == "__main__":
    main()
