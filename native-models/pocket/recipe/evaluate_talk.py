"""Measure tools and reasoning with llama.cpp (through kv_eval), and add them to results.json.

    python evaluate_talk.py --gguf ../pocket-f16.gguf --kv-eval ./kv_eval

The nouns of the tools are never in a tool in training. Values are new numbers and texts in quotation marks,
or names, cities and other words that training has too.
"""
import argparse
import json
import os
import random
import re
from collections import defaultdict

from corpus import OPENING, render
from evaluate import kv_eval
from talk import Hand, Made, add_numbers, call_text, chain, count_words, nth_word, read_facts, request_of, result_text, system_with, tools_for, two_hops

CALL = re.compile(r"<tool_call>\s*(.*?)\s*</tool_call>", re.S)


def prompt(msgs, think=False):
    return render(msgs) + "<|im_start|>assistant\n" + (OPENING if think else "")


def calls_in(text):
    """Calls as (name, arguments); None for one that is not JSON."""
    out = []
    for c in CALL.findall(text):
        try:
            d = json.loads(c)
            out.append((d["name"], d["arguments"]))
        except (ValueError, KeyError, TypeError):
            out.append((None, None))
    return out


def tool_rows(n=100):
    """(kind, messages, expected calls): made-up tools with nouns that are new, and known tools with new values."""
    rows = []
    for i in range(n):
        r = random.Random(f"tools-{i}")
        if i % 4 == 3:
            ts = []
            while len(ts) < 1 + i // 4 % 4:
                t = Hand(r)
                if t.name not in [o.name for o in ts]:
                    ts.append(t)
        else:
            ts = tools_for(r, 1 + i % 4, held=True)
        t = r.choice(ts)
        q, c = request_of(r, t)
        rows.append(("known tools" if i % 4 == 3 else "new tools", [["system", system_with([t.tool for t in ts]), 1], ["user", q, 1]], [c]))
    return rows


def no_tool_rows(n=40):
    rows = []
    for i in range(n):
        r = random.Random(f"none-{i}")
        ts = tools_for(r, r.randint(1, 4), held=True)
        t = Made(r, held=True)
        while t.noun in [o.noun for o in ts]:
            t = Made(r, held=True)
        q, _ = request_of(r, t)
        rows.append(([["system", system_with([t.tool for t in ts]), 1], ["user", q, 1]]))
    return rows


def result_rows(n=40):
    """A call, its result, and the value that the answer must name."""
    rows = []
    for i in range(n):
        r = random.Random(f"result-{i}")
        t = tools_for(r, 1, held=True)[0]
        q, c = request_of(r, t)
        k, v = r.choice(["number", "code", "price", "count", "age"]), str(r.randint(10, 9999))
        rows.append(([["system", system_with([t.tool]), 1], ["user", q, 1], ["assistant", call_text([c]), 1], ["tool", result_text(json.dumps({k: int(v)})), 1]], v))
    return rows


ASKED = [("fact in a text", read_facts), ("two facts", two_hops), ("chain of three", lambda r: chain(r, 400, hops=2)), ("count the words", count_words), ("word at a place", nth_word), ("addition", add_numbers)]


def reason_rows(n=100):
    rows = []
    for i in range(n):
        kind, make = ASKED[i % len(ASKED)]
        q, _, a, _ = make(random.Random(f"reason-{i}"))
        rows.append((kind, q, a))
    return rows


def things(text):
    return set(re.findall(r"the (\w+(?: \w+)?)(?=,| and| have)", text.lower()))


def right(text, answer):
    """The answer must be the same, but things with the same code may come in any order."""
    return things(text) == things(answer) if " have the code" in answer else text.strip() == answer


def share(xs):
    return dict(right=sum(xs), n=len(xs))


def tools(a, think):
    rows = tool_rows()
    got = kv_eval(a, {"prompts": [prompt(m, think) for _, m, _ in rows], "n_predict": 160})["prompts"]
    hits = defaultdict(list)
    for (kind, m, want), g in zip(rows, got):
        found = calls_in(g["text"])
        name = [n for n, _ in found] == [n for n, _ in want]
        for k in ("all", kind):
            hits[f"{k}, right tool"].append(name)
            hits[f"{k}, right tool and arguments"].append(found == want)
        if a.show and found != want:
            print(m[1][1], "\n   ", want, "\n   ", g["text"].replace("\n", " "))
    return {k: share(v) for k, v in hits.items()}


def reasoning(a, think):
    rows = reason_rows()
    got = kv_eval(a, {"prompts": [prompt([["user", q, 1]], think) for _, q, _ in rows], "n_predict": 160})["prompts"]
    hits = defaultdict(list)
    for (kind, q, answer), g in zip(rows, got):
        text = g["text"].split("</think>")[-1] if think else g["text"]
        ok = right(text, answer) and (not think or "</think>" in g["text"])
        for k in ("all", kind):
            hits[k].append(ok)
        if a.show and not ok:
            print(q[-120:], "\n   ", answer, "\n   ", g["text"].replace("\n", " "))
    return {k: share(v) for k, v in hits.items()}


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--gguf", default="../pocket-f16.gguf")
    p.add_argument("--kv-eval", default="./kv_eval")
    p.add_argument("--out", default="../results.json")
    p.add_argument("--show", action="store_true", help="print wrong answers")
    a = p.parse_args()
    res = json.load(open(a.out)) if os.path.exists(a.out) else {}

    def done(key, value):
        res[key] = value
        print(key, json.dumps(value), flush=True)

    for think in (False, True):
        how = "with reasoning" if think else "without reasoning"
        done(f"tools, {how}", tools(a, think))
        done(f"questions, {how}", reasoning(a, think))
    rows = no_tool_rows()
    got = kv_eval(a, {"prompts": [prompt(m) for m in rows], "n_predict": 60})["prompts"]
    done("tools, no tool fits", share(["<tool_call>" not in g["text"] for g in got]))
    rows = result_rows()
    got = kv_eval(a, {"prompts": [prompt(m) for m, _ in rows], "n_predict": 40})["prompts"]
    done("tools, the answer names the result", share([v in re.findall(r"\d+", g["text"]) for (_, v), g in zip(rows, got)]))
    with open(a.out, "w") as f:
        json.dump(res, f, indent=1)


if __name__ == "__main__":
    main()
