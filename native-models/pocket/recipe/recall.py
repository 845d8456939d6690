"""Conversations of the third stage: long texts with facts, and questions about all of them.

A text with one question trains only a few tokens. Here each text is followed by a question about
each of its keys or chains, and the keys share words, so that a word alone does not find the fact.

    python recall.py --show 5            print five random documents
"""
import random

from corpus import ADJ, ANIMALS, FOODS, JOBS, NOUNS, PLACES, cap, digits, fill, join, pseudo, show_samples
from talk import common, thought

WORDS = sorted(set(NOUNS + ANIMALS + FOODS + JOBS + PLACES))
CODES = "Read this text and remember the important facts. "
CHAINS = "Read this text and remember which things have the same code. "


def thing(r):
    x = r.random()
    return r.choice(NOUNS) if x < .6 else r.choice(WORDS) if x < .85 else pseudo(r)


def keys_for(r, n):
    """Different keys; most are an adjective and a noun from a few of each, so that keys share a word."""
    pairs = r.random() < .75
    nouns = [thing(r) for _ in range(r.choice([1, 2, 4, 12]))]
    adjectives = r.sample(ADJ, r.choice([3, 8, len(ADJ)]))
    keys = []
    for _ in range(200):
        k = f"{r.choice(adjectives)} {r.choice(nouns)}" if pairs else thing(r)
        if k not in keys:
            keys.append(k)
        if len(keys) == n:
            break
    return keys


def scattered(r, groups, chars):
    """Filler text with the sentences of each group in their order."""
    text = [(r.random(), s) for s in fill(r, chars)]
    for g in groups:
        places = sorted(r.random() for _ in g)
        if r.random() < .1:
            places[0] = 0.0
        text += zip(places, g)
    return " ".join(s for _, s in sorted(text, key=lambda p: p[0]))


def conversation(r, text, questions):
    """The text with the first question, then the other questions. With reasoning, one question only."""
    think = r.random() < .12
    msgs = []
    for i, (q, why, a) in enumerate(questions[:1] if think else questions):
        msgs += [["user", text + r.choice(["\n", "\n", " "]) + q if i == 0 else q, 1], ["assistant", thought(why, a) if think else a, 4]]
    return msgs


def codes(r, chars):
    keys = keys_for(r, r.choice([1, 2, 3, 4, 4, 4, 6, 8]))
    facts = [(f"What is the code of the {k}?", f"The code of the {k} is {digits(r, 4)}.") for k in keys]
    text = CODES + scattered(r, [[say] for _, say in facts], chars)
    return conversation(r, text, [(q, f"I look in the text. It says: {say}", say) for q, say in r.sample(facts, len(facts))])


def chains(r, chars):
    """Codes that pass from thing to thing, and things with a code of their own."""
    x, groups, questions = r.random(), [], []
    names = []
    while len(names) < 16:
        k = thing(r) if x < .85 else f"{r.choice(ADJ)} {thing(r)}"
        if k not in names:
            names.append(k)
    for _ in range(r.choice([1, 1, 2, 3])):
        own = [names.pop() for _ in range(r.choice([2, 3, 3, 3, 4]))]
        v = digits(r, 4)
        say = [f"The code of the {n} is {v}." if i == 0 else f"The code of the {n} is the code of the {own[i - 1]}." for i, n in enumerate(own)]
        groups.append(say)
        questions.append((f"Which {len(own)} things have the code {v}?", "The text says: " + " ".join(say), cap(join([f"the {n}" for n in own])) + f" have the code {v}."))
    alone = [[f"The code of the {names.pop()} is {digits(r, 4)}."] for _ in range(r.choice([0, 0, 0, 1, 2]))]
    r.shuffle(questions)
    return conversation(r, CHAINS + scattered(r, groups + alone, chars), questions)


def d_common(r, chars):
    q, why, a, w = common(r, count=3 if r.random() < .7 else None, total=max(8, min(46, chars // 20)))
    return [["user", q, 1], ["assistant", thought(why, a) if r.random() < .12 else a, w]]


def recall(seed, chars):
    r = random.Random(seed)
    make = r.choices([codes, chains, d_common], [42, 33, 25])[0]
    return make(r, r.randint(min(200, chars // 2), chars))


if __name__ == "__main__":
    show_samples(lambda seed: recall(seed, 900))
