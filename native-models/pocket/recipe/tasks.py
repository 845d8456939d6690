"""Text tasks, sums and reading tasks of the fourth stage, with words that cannot be learned by heart.

Each maker returns [(question, answer, weight), ...]. The answers have the form of corpus.py.
"""
import random

from corpus import ADJ, EXOTIC, NUMW, ORD, PLACES, cap, digits, filler, pick
from words import ADJECTIVES, THINGS, any_word, new_word, noun, person, place, plural, sentence, surname

W = str.split
NTH = ORD + W("eleventh twelfth")


def several(r, least=3, most=10, make=any_word):
    ws = []
    n = r.randint(least, most)
    while len(ws) < n:
        w = make(r)
        if w not in ws:
            ws.append(w)
    return ws


def repeat(r):
    x = r.random()
    s = sentence(r) if x < .5 else " ".join(sentence(r) for _ in range(r.randint(2, 3))) if x < .6 else " ".join(any_word(r) for _ in range(r.randint(1, 14))) if x < .8 else new_word(r) if x < .85 else " ".join([any_word(r), r.choice(EXOTIC), any_word(r)]) if x < .9 else filler(r)
    q = pick(r, ["Repeat this sentence: ", "Repeat after me: ", "Copy this text: ", "Say exactly this: ", "Please repeat: ", "Repeat: ", "Echo: ", "Can you repeat this: ", "Write exactly: ", "Type this: ", "repeat this word for word: ", "Please say: ", "Now say: "])
    s2 = f'"{s}"' if r.random() < .15 else s
    return [(q + s2, s, 2)]


def spell(r):
    w = r.choice([new_word, any_word, noun])(r)
    x = r.random()
    if x < .45:
        return [(pick(r, ["Spell {}", "How do you spell {}?", "Spell the word {}", "Spell {} with dashes", "Please spell {}.", "Can you spell {}?", "spell {} for me", "What are the letters of {}?"]).format(w), "-".join(w), 2)]
    if x < .53:
        w = r.choice(["strawberry", "banana", "letter", "cheese", w, w, w, w])
        c = r.choice(w.lower() if r.random() < .85 else "abcdefghiklmnoprstuw")
        n = w.lower().count(c)
        return [(pick(r, [f"How many {c}'s are in {w}?", f"How many times does the letter {c} appear in {w}?", f"How often is {c} in the word {w}?", f"How many {c} are in {w}?", f"Count the letter {c} in {w}", f"How many letters {c} are in {w}?"]), f"{'-'.join(w)}: {n} {'time' if n == 1 else 'times'}.", 2)]
    if x < .63:
        return [(pick(r, ["How many letters [are in|does] {}?", "Count the letters [in|of] {}", "How many letters are in the word {}?"]).replace("does {}", "does {} have").format(w), f"{'-'.join(w)}: {len(w)} letters.", 2)]
    if x < .75:
        return [(pick(r, ["Reverse the word {}", "Write {} backwards", "What is {} backwards?", "Say {} in reverse", "Turn the word {} around"]).format(w), w[::-1], 2)]
    first = r.random() < .5
    return [(pick(r, [f"What is the {'first' if first else 'last'} letter of {w}?", f"Which letter does {w} {'start' if first else 'end'} with?", f"{'First' if first else 'Last'} letter of {w}?"]), f"The {'first' if first else 'last'} letter of {w} is {w[0 if first else -1]}.", 2)]


def case(r):
    s = " ".join(r.choice([new_word, noun, any_word])(r) for _ in range(r.choice([1, 1, 2, 3, 5]))) if r.random() < .8 else sentence(r)
    x = r.random()
    if x < .55:
        return [(pick(r, ["Write {} in upper case", "Make this upper case: {}", "Upper case: {}", "Write {} in capital letters", "Write this in capitals: {}", "Convert to upper case: {}", "{} in upper case please", "Put {} in capital letters.", "Say {} in all caps"]).format(s), s.upper(), 2)]
    if x < .85:
        return [(pick(r, ["Write {} in lower case", "Make this lower case: {}", "Lower case: {}", "Convert to lower case: {}", "{} in small letters"]).format(s.upper()), s.lower(), 2)]
    ws = s.split()
    return [(pick(r, ["Capitalize each word: {}", "Start every word with a capital letter: {}"]).format(s.lower()), " ".join(cap(w.lower()) for w in ws), 2)]


def reverse(r):
    ws = several(r, 2, 7) if r.random() < .8 else r.choice([W("one two three four"), W("one two three four five"), W("red green blue"), W("a b c d"), W("Monday Tuesday Wednesday"), W("first second third")])
    sep = r.choice([", ", ", ", ", ", " "])
    return [(pick(r, ["Reverse this list: ", "Reverse the order: ", "Say these words backwards: ", "Turn this list around: ", "Put this list in reverse order: ", "Write these words in reverse: ", "Backwards please: ", "reverse "]) + sep.join(ws), ", ".join(ws[::-1]), 2)]


def count(r):
    x = r.random()
    if x < .6:
        ws = several(r, 1, 12)
        q = pick(r, ["How many [items|words|things] are in this list: {}?", "Count the [items|words]: {}", "How many words do you see: {}?", "How many [words|items] are there: {}", "Count these: {}", "{}. How many words is that?"])
        return [(q.format(", ".join(ws)), f"There are {NUMW[len(ws)]}." if len(ws) > 1 else "There is one.", 3)]
    s = sentence(r)
    while len(s.split()) > 12:
        s = sentence(r)
    n = len(s.split())
    return [(pick(r, ["How many words are in this sentence: {}", "Count the words of this sentence: {}", "How many words does this sentence have? {}"]).format(s), f"There are {NUMW[n]}.", 2)]


def nth(r):
    ws = several(r, 3, 12)
    lst = ", ".join(ws)
    x = r.random()
    if x < .45:
        i = r.randrange(len(ws))
        return [(pick(r, [f"What is the {NTH[i]} word of this list: {{}}?", f"The {NTH[i]} [item|word] of: {{}}", f"Give me the {NTH[i]} word: {{}}", f"Which word is the {NTH[i]} one: {{}}?", f"{{}}. What is the {NTH[i]} word?", f"Name the {NTH[i]} item of this list: {{}}"]).format(lst), f"The {NTH[i]} one is {ws[i]}.", 3)]
    if x < .6:
        return [(pick(r, ["What is the last word of this list: {}?", "Last [item|word] of: {}", "What comes last: {}?", "Which word is last: {}?"]).format(lst), f"The last one is {ws[-1]}.", 3)]
    if x < .7:
        return [(pick(r, ["What is the first word of this list: {}?", "First [item|word] of: {}", "What comes first: {}?"]).format(lst), f"The first one is {ws[0]}.", 2)]
    if x < .8:
        i = r.randrange(len(ws) - 1)
        return [(f"Which word comes after {ws[i]} in this list: {lst}?", f"After {ws[i]} comes {ws[i + 1]}.", 2)]
    if x < .88:
        i = r.randrange(1, len(ws))
        return [(f"Which word comes before {ws[i]} in this list: {lst}?", f"Before {ws[i]} comes {ws[i - 1]}.", 2)]
    y = r.choice(ws) if r.random() < .5 else any_word(r)
    return [(pick(r, [f"Is {y} in this list: {lst}?", f"Does this list have {y}: {lst}?", f"{lst}. Is {y} in the list?"]), f"Yes, {y} is in the list." if y in ws else f"No, {y} is not in the list.", 2)]


def change(r):
    x, ws = r.random(), several(r, 2, 7)
    if x < .25:
        return [(pick(r, ["Write this as a numbered list: {}", "Make a numbered list: {}", "Number these: {}", "Number this list: {}"]).format(", ".join(ws)), "\n".join(f"{i + 1}. {w}" for i, w in enumerate(ws)), 2)]
    if x < .4:
        return [(pick(r, ["Join these with dashes: ", "Write with dashes: ", "Put dashes between these words: "]) + " ".join(ws), "-".join(ws), 2)]
    if x < .6:
        s = sentence(r)
        old = [t.strip(".,?!") for t in s.split() if t.strip(".,?!").islower() and len(t) > 3]
        if old:
            a, b = r.choice(old), any_word(r)
            return [(pick(r, [f"Replace {a} with {b} in this sentence: {s}", f"Change {a} to {b}: {s}", f"Write {b} instead of {a}: {s}"]), " ".join(t.replace(a, b) if t.strip(".,?!") == a else t for t in s.split()), 3)]
    if x < .75:
        n, w = r.choice([2, 3, 3, 4, 5]), any_word(r)
        return [(pick(r, [f"Say {w} {NUMW[n]} times", f"Write {w} {NUMW[n]} times.", f"Repeat the word {w} {NUMW[n]} times"]), " ".join([w] * n), 2)]
    if x < .85:
        w = any_word(r)
        return [(pick(r, [f"Answer only with the word {w}.", f"Just say {w}", f"Say {w} and nothing else", f"Please say {w}", f"Say {w}", f"say {w}!"]), w, 2)]
    w = any_word(r)
    items = r.sample([*ws, w], len(ws) + 1)
    return [(pick(r, [f"Remove {w} from this list: ", f"Delete {w} from: "]) + ", ".join(items), ", ".join(x for x in items if x != w), 2)]


def small_number(r):
    return r.choice([r.randint(0, 10), r.randint(0, 20), r.randint(0, 100)])


def number(r):
    x, a, b = r.random(), small_number(r), small_number(r)
    if x < .42:
        if a + b > 120:
            b = r.randint(0, 20)
        return [(pick(r, [f"What is {a} + {b}?", f"What is {a} plus {b}?", f"{a} + {b}", f"{a}+{b}=?", f"Add {a} and {b}", f"{a} + {b} = ?", f"how much is {a} + {b}?", f"What is the sum of {a} and {b}?", f"{a}+{b}", f"calculate {a} + {b}", f"How much is {a} and {b}?", f"what's {a}+{b}", f"{a} plus {b}"]), f"{a} + {b} = {a + b}.", 3)]
    if x < .66:
        a, b = max(a, b), min(a, b)
        return [(pick(r, [f"What is {a} - {b}?", f"What is {a} minus {b}?", f"{a} - {b}", f"{a}-{b}=?", f"Subtract {b} from {a}", f"how much is {a} - {b}?", f"{a} minus {b}", f"What is the difference of {a} and {b}?", f"{a}-{b}"]), f"{a} - {b} = {a - b}.", 3)]
    if x < .76:
        a, b = r.randint(0, 12), r.randint(0, 12)
        return [(pick(r, [f"What is {a} x {b}?", f"What is {a} times {b}?", f"{a} * {b}", f"{a} x {b}", f"{a}*{b}", f"Multiply {a} by {b}", f"how much is {a} times {b}?"]), f"{a} x {b} = {a * b}.", 3)]
    if x < .8:
        a, b = r.randint(1, 12), r.randint(1, 12)
        return [(pick(r, [f"What is {a * b} / {b}?", f"What is {a * b} divided by {b}?", f"Divide {a * b} by {b}", f"{a * b} / {b}"]), f"{a * b} / {b} = {a}.", 3)]
    if x < .86 and a != b:
        return [(pick(r, [f"Which is [bigger|larger|greater], {a} or {b}?", f"Which number is [bigger|larger], {a} or {b}?", f"Is {a} bigger than {b}?"]), f"{max(a, b)} is bigger than {min(a, b)}.", 2)]
    if x < .9:
        return [(pick(r, [f"What comes after {a}?", f"Which number comes after {a}?", f"What is the next number after {a}?"]), f"After {a} comes {a + 1}.", 2)] if r.random() < .6 else [(pick(r, [f"Which number comes before {a + 1}?", f"What comes before {a + 1}?"]), f"Before {a + 1} comes {a}.", 2)]
    if x < .93:
        return [(pick(r, [f"Is {a} even or odd?", f"Is {a} an even number?", f"Is {a} an odd number?"]), f"{a} is {'odd' if a % 2 else 'even'}.", 2)]
    if x < .94:
        n = r.randint(2, 20)
        return [(pick(r, [f"Count to {n}", f"Can you count to {n}?", f"count to {n} please", f"Count up to {n}"]), ", ".join(map(str, range(1, n + 1))), 2)]
    if x < .97:
        s, n = r.randint(0, 90), r.randint(3, 12)
        return [(pick(r, [f"Count from {s} to {s + n}", f"List the numbers from {s} to {s + n}", f"Can you count from {s} to {s + n}?"]), ", ".join(map(str, range(s, s + n + 1))), 2)] if r.random() < .6 else [(pick(r, [f"Count down from {s + n} to {s}", f"Count backwards from {s + n} to {s}"]), ", ".join(map(str, range(s + n, s - 1, -1))), 2)]
    ns = r.sample(range(1, 100), r.randint(3, 6))
    return [(pick(r, ["Sort these numbers: ", "Put these numbers in order: ", "Sort: "]) + ", ".join(map(str, ns)), ", ".join(map(str, sorted(ns))), 2)]


def word_sum(r):
    """A sum in a sentence."""
    a, b, who, what = r.randint(2, 20), r.randint(1, 12), person(r), plural(r.choice(THINGS))
    if r.random() < .5:
        return [(pick(r, [f"{who} has {a} {what} and gets {b} more. How many {what} does {who} have now?", f"I have {a} {what} and buy {b} more. How many {what} do I have?"]), f"{a} + {b} = {a + b}. There are {a + b} {what}.", 3)]
    a, b = a + b, b
    return [(pick(r, [f"{who} has {a} {what} and gives {b} away. How many {what} are left?", f"I have {a} {what} and lose {b}. How many {what} are left?", f"There are {a} {what}. {who} takes {b}. How many {what} are left?"]), f"{a} - {b} = {a - b}. There are {a - b} {what} left.", 3)]


# --- facts in a text ----------------------------------------------------------------------
def thing(r):
    return f"{r.choice(ADJECTIVES)} {noun(r)}" if r.random() < .7 else noun(r)


def statement(r, who, what):
    """(key, sentence, questions, answer, what an unanswerable question is about)."""
    x = r.random()
    if x < .45:
        s, a = r.choice([(f"{who} owns the {what}.", f"{who} owns the {what}."), (f"The {what} belongs to {who}.", f"{who} owns the {what}."), (f"{who} has the {what}.", f"{who} has the {what}."), (f"The owner of the {what} is {who}.", f"{who} owns the {what}."), (f"{who} bought the {what}.", f"{who} bought the {what}.")])
        verb = "bought" if "bought" in s else "has" if "has" in s else "owns"
        qs = [f"Who {verb} the {what}?"] * 3 + ([f"Whose is the {what}?", f"To whom does the {what} belong?", f"Who is the owner of the {what}?"] if verb == "owns" else [])
        qs += [f"What does {who} {'own' if verb == 'owns' else 'have'}?"] * 2 if verb != "bought" else [f"What did {who} buy?"]
        return s, qs, a, f"Who {verb} the {{}}?"
    if x < .6:
        p = r.choice(PLACES) if r.random() < .6 else noun(r)
        return r.choice([f"The {what} is in the {p}.", f"You will find the {what} in the {p}.", f"The {what} is hidden in the {p}."]), [f"Where is the {what}?"] * 2 + [f"Where can I find the {what}?", f"What is in the {p}?"], f"The {what} is in the {p}.", "Where is the {}?"
    if x < .72:
        c = place(r)
        return f"{who} lives in {c}.", [f"Where does {who} live?"] * 2 + [f"Who lives in {c}?"], f"{who} lives in {c}.", None
    if x < .84:
        n = str(r.randint(2, 99))
        return f"{who} is {n} years old.", [f"How old is {who}?"] * 2 + [f"Who is {n} years old?"], f"{who} is {n} years old.", None
    f = plural(noun(r))
    return f"{who} likes {f}.", [f"What does {who} like?"] * 2 + [f"Who likes {f}?"], f"{who} likes {f}.", None


def owners(r):
    """Several facts in one message and questions about them; some have no answer in the text."""
    n = r.choice([1, 2, 2, 3, 3, 4, 5, 6, 8])
    people, what = several(r, n, n, person), several(r, n, n, thing)
    sts = [statement(r, a, b) for a, b in zip(people, what)]
    text = [s for s, *_ in sts] + ([filler(r) for _ in range(r.randint(1, 4))] if r.random() < .3 else [])
    r.shuffle(text)
    used, out = r.sample(sts, min(len(sts), r.choice([1, 1, 2, 3]))), []
    for i, (s, qs, a, open_) in enumerate(used):
        q = r.choice(qs)
        if open_ and r.random() < .1:
            w = thing(r)
            if all(w.split()[-1] not in t for t in text):
                q, a = open_.format(w), "The text does not say that."
        out.append(((" ".join(text) + r.choice([" ", " ", "\n"]) if i == 0 else "") + q, a, 3))
    return out


def contact(r):
    """Details of a made-up person or thing, and questions for single ones."""
    who = f"{person(r)} {surname(r)}"
    d = [("phone number", digits(r, r.randint(5, 8))), ("street", f"{cap(noun(r))} Street"), ("city", place(r)), ("job", noun(r)), ("dog", cap(new_word(r))), ("password", new_word(r)), ("room", str(r.randint(1, 400))), ("email", f"{new_word(r)}@{new_word(r)}.com"), ("color", r.choice(ADJ)), ("order number", r.choice("ABCDEFGHKLMNPRSTUVWXYZ") + digits(r, 5))]
    d = r.sample(d, r.randint(2, 6))
    text = f"{who}: " + ", ".join(f"{k} {v}" for k, v in d) + "." if r.random() < .5 else f"Name: {who}\n" + "\n".join(f"{cap(k)}: {v}" for k, v in d)
    out = []
    for k, v in r.sample(d, r.choice([1, 1, 2])):
        q = pick(r, [f"What is the {k}?", f"What is the {k} of {who}?", f"Tell me the {k}.", f"Which {k} does {who} have?"])
        out.append(((text + "\n" if not out else "") + q, f"The {k} is {v}.", 3))
    return out


def extract(r):
    """Text to read: the first sentence, the last one, a title, or whether a word appears."""
    ss = [sentence(r) if r.random() < .6 else filler(r) for _ in range(r.randint(2, 5))]
    text, x = " ".join(ss), r.random()
    if x < .35:
        return [(pick(r, ["What is the first sentence of this text? ", "Give me the first sentence: ", "Repeat only the first sentence: "]) + text, ss[0], 2)]
    if x < .7:
        return [(pick(r, ["What is the last sentence of this text? ", "Give me the last sentence: ", "Repeat only the last sentence: "]) + text, ss[-1], 2)]
    w = r.choice([t.strip(".,?!'") for t in text.split() if len(t) > 4]) if r.random() < .5 else new_word(r)
    return [(f"Does the word {w} appear in this text? {text}", f"Yes, {w} is in the text." if w in text else f"No, {w} is not in the text.", 2)]


TASKS = [(repeat, 16), (spell, 12), (case, 9), (reverse, 8), (count, 12), (nth, 13), (change, 9), (number, 26), (word_sum, 5), (owners, 26), (contact, 5), (extract, 5)]


def task(r):
    return r.choices([f for f, _ in TASKS], [w for _, w in TASKS])[0](r)


if __name__ == "__main__":
    for i in range(60):
        for q, a, w in task(random.Random(f"show-{i}")):
            print(q, "\n    ", a)
