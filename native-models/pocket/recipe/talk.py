"""Conversations of the second stage: tools, reasoning, JSON and the Lab's tasks.

Deterministic, like corpus.py: one seed per document, and messages [role, text, weight].
With `held=True`, the nouns of tools are those that training never uses in a tool.

    python talk.py --show 5            print five random documents
"""
import json
import random

from corpus import ADJ, ANIMALS, CITIES, COLORS, DAYS, FOODS, JOBS, NAMES, NOUNS, NUMW, ORD, PLACES, SYSTEM, Fact, an, cap, digits, facts, fill, filler, join, noise, pick, pseudo, show_samples, topic_q, unit, word
from knowledge import SMALL, TOPICS
from words import COMMON, new_word

W = str.split
HELD_NOUNS = NOUNS[7::6]  # never in a tool in training
TOOL_NOUNS = [n for n in dict.fromkeys(NOUNS + ANIMALS + FOODS + JOBS + PLACES) if n not in HELD_NOUNS]
TOOL_VERBS = W("find open close count move sell buy check clean paint send read save delete show list start stop add remove lock rent book order repair update print share sort track carry hide lend fill empty")
STRING_KEYS = W("name city place owner color food title label word person room code")
INT_KEYS = W("days count size number minutes price weight year level limit")
FLAGS = W("quiet fast urgent safe public")
ENUMS = {"unit": W("small medium large"), "mode": W("quiet normal fast"), "day": DAYS, "color": W("red green blue yellow"), "order": W("first last random"), "quality": W("low medium high"), "style": W("plain bold"),
         "season": W("spring summer autumn winter")}
KNOWN = {"city": CITIES, "name": NAMES, "owner": NAMES, "person": NAMES, "food": FOODS, "place": PLACES, "room": PLACES, "color": COLORS}


# --- the prompt, as chat_template.jinja renders it ------------------------------------
def kind(p):
    return "|".join(json.dumps(v) for v in p["enum"]) if "enum" in p else p["type"]


def listing(tool):
    required = tool["parameters"]["required"]
    args = ", ".join(f'"{n}": {kind(p)}{"" if n in required else "?"}' for n, p in tool["parameters"]["properties"].items())
    return f'{tool["description"]}: {{"name": "{tool["name"]}", "arguments": {{{args}}}}}'


def system_with(tools, system=""):
    return (system + "\n\n" if system else "") + "You can call these tools:\n" + "\n".join(map(listing, tools))


def call_text(calls):
    return "\n".join(f"<tool_call>\n{json.dumps(dict(name=n, arguments=a), ensure_ascii=False)}\n</tool_call>" for n, a in calls)


def result_text(value):
    return f"<tool_response>\n{value}\n</tool_response>"


def thought(reasoning, answer):
    return f"<think>\n{reasoning}\n</think>\n\n{answer}"


# --- tools ------------------------------------------------------------------------------
def make_tool(name, description, params, required=None):
    props = {n: dict(enum=p, type="string") if isinstance(p, list) else dict(type=p) for n, p in params}
    return dict(name=name, description=description, parameters=dict(type="object", properties=props, required=[n for n, _ in params] if required is None else required))


def quoted(r):
    x = r.random()
    if x < .25:
        return cap(pseudo(r)) if r.random() < .5 else pseudo(r)
    if x < .5:
        return " ".join(r.choice([word(r), r.choice(NOUNS), r.choice(ADJ), pseudo(r)]) for _ in range(r.randint(1, 3)))
    if x < .6:
        return "".join(r.choice("ABCDEFGHKLMNPRSTUVWXYZ23456789") for _ in range(r.randint(3, 7)))
    if x < .7:
        return pseudo(r) + "." + r.choice(W("txt csv png pdf gguf"))
    return r.choice([r.choice(NAMES), r.choice(CITIES), r.choice(NOUNS), r.choice(FOODS), r.choice(ANIMALS), f"{r.choice(ADJ)} {r.choice(NOUNS)}"])


def value(r, key, p):
    """(the value, how a request writes it). Words in quotation marks are tokens that the call repeats as they are."""
    if isinstance(p, list):
        v = r.choice(p)
        return v, v if r.random() < .6 else json.dumps(v)
    if p == "integer":
        v = int(digits(r, r.choice([1, 1, 2, 2, 3, 4])))
        return v, str(v)
    if p == "boolean":
        v = r.random() < .5
        return v, "true" if v else "false"
    if key in KNOWN and r.random() < .35:
        v = r.choice(KNOWN[key])
        return v, v
    v = quoted(r)
    return v, json.dumps(v, ensure_ascii=False)


def params_of(r):
    out = []
    for _ in range(r.choice([0, 1, 1, 1, 2, 2, 3])):
        x = r.random()
        p = (r.choice(STRING_KEYS), "string") if x < .45 else (r.choice(INT_KEYS), "integer") if x < .75 else (r.choice(FLAGS), "boolean") if x < .85 else r.choice(list(ENUMS.items()))
        if p[0] not in dict(out):
            out.append((p[0], list(p[1]) if isinstance(p[1], list) else p[1]))
    return out


def tool_noun(r):
    """A noun of a tool in training. Half of them are not in a list, so the model has to copy the name."""
    x = r.random()
    return r.choice(TOOL_NOUNS) if x < .2 else r.choice(COMMON) if x < .5 else pseudo(r) if x < .7 else new_word(r)


class Made:
    """A tool with a made-up name, and requests for it."""

    def __init__(self, r, held=False, verb=None, noun=None):
        self.verb, self.noun = verb or r.choice(TOOL_VERBS), noun or (r.choice(HELD_NOUNS) if held and r.random() < .9 else pseudo(r) if held else tool_noun(r))
        x, v, n = r.random(), self.verb, self.noun
        name = f"{v}_{n}" if x < .75 else f"{n}_{v}" if x < .8 else f"{pseudo(r)}_{pseudo(r)}" if x < .9 else f"{v}_{r.choice(ADJ)}_{n}"
        self.params = params_of(r)
        required = [p for p, _ in self.params]
        if len(required) > 1 and r.random() < .06:
            required.pop()
        d = pick(r, [f"{cap(v)} the {n}", f"{cap(v)} the {n}", f"{cap(v)} {an(n)}", f"{cap(v)} one {n}", f"Use this to {v} the {n}", f"{cap(v)} the {n} [of a person|for the user|in the list|now]"])
        self.tool = make_tool(name, d + r.choice(["", "", "."]), self.params, required)
        self.what = f"{v} the {n}"

    def values(self, r):
        given = [(k, value(r, k, p)) for k, p in self.params if k in self.tool["parameters"]["required"] or r.random() < .5]
        return {k: v for k, (v, _) in given}, [(k, said) for k, (_, said) in given]

    def request(self, r, said):
        style = r.choice(["{k} {v}", "{k} {v}", "the {k} is {v}", "{k}: {v}", "{k} = {v}", "with {k} {v}"])
        args = [style.format(k=k, v=v).removeprefix("with ") for k, v in said]
        if not args:
            return self.what, ""
        tail = r.choice([" with ", " for ", ", "] if "{k} {v}" in style else [", ", ". ", ": "]) + join(args)
        return self.what, ". " + cap(tail[2:]) if tail.startswith(". ") else tail


ASKS = ["{W}{t}", "{W}{t}.", "Please {w}{t}.", "Can you {w}{t}?", "I want to {w}{t}.", "{W} now{t}.", "I need you to {w}{t}.", "Could you {w}{t}?", "Hello, {w}{t}.", "please {w}{t}", "Go and {w}{t}."]


def ask(r, made, said):
    w, t = made.request(r, said)
    return r.choice(ASKS).format(w=w, W=cap(w), t=t)


SKY = W("sunny cloudy rainy windy clear cold")
# name, description, parameters, requests, result of the call, answer to the result
HAND = [
    ("get_weather", "Get the weather of a city", [("city", "string")], ["What is the weather in {city}?", "How is the weather in {city} today?", "Will it rain in {city}?", "Tell me the weather in {city}.", "weather in {city}"],
     lambda r: dict(temperature=r.randint(-9, 35), sky=r.choice(SKY)), "It is {temperature} degrees and {sky}."),
    ("get_forecast", "Get the weather forecast of a city for some days", [("city", "string"), ("days", "integer")], ["What is the forecast for {city} for {days} days?", "Show me the weather forecast in {city} for the next {days} days.", "Forecast for {city}, {days} days"],
     lambda r: dict(low=r.randint(-9, 9), high=r.randint(10, 35)), "Between {low} and {high} degrees."),
    ("get_time", "Get the time in a city", [("city", "string")], ["What time is it in {city}?", "Tell me the time in {city}.", "What is the time in {city} now?"], lambda r: dict(time=f"{r.randint(0, 23)}:{r.randint(10, 59)}"), "It is {time}."),
    ("set_timer", "Set a timer", [("minutes", "integer")], ["Set a timer for {minutes} minutes.", "Start a timer of {minutes} minutes", "Timer for {minutes} minutes please"], lambda r: dict(status="ok"), "The timer is set."),
    ("set_alarm", "Set an alarm", [("hour", "integer"), ("day", DAYS)], ["Wake me at {hour} on {day}.", "Set an alarm at {hour} on {day}.", "Alarm at {hour} on {day}"], lambda r: dict(status="ok"), "The alarm is set."),
    ("send_message", "Send a message to a person", [("person", "string"), ("text", "string")], ["Send {person} the message {text}.", "Write a message to {person}: {text}", "Send a message to {person} that says {text}."], lambda r: dict(status="sent"), "The message is sent."),
    ("search_web", "Search the web", [("query", "string")], ["Search the web for {query}.", "Look up {query} on the web", "Search for {query}"], lambda r: dict(found=r.randint(2, 999)), "I found {found} pages."),
    ("read_file", "Read a file", [("path", "string")], ["Read the file {path}.", "What is in the file {path}?", "Open the file {path}", "Show me the file {path}."], lambda r: filler(r), None),
    ("translate", "Translate a text into another language", [("text", "string"), ("language", W("German French Spanish Italian"))], ["Translate {text} into {language}.", "What is {text} in {language}?", "How do I say {text} in {language}?"], lambda r: dict(text=pseudo(r)), "It is {text}."),
    ("calculate", "Calculate with two numbers", [("a", "integer"), ("operation", W("plus minus times")), ("b", "integer")], ["What is {a} {operation} {b}?", "Calculate {a} {operation} {b}.", "{a} {operation} {b}"], lambda r: dict(result=r.randint(0, 9999)), "The result is {result}."),
    ("play_music", "Play music", [("song", "string")], ["Play {song}.", "Play the song {song}", "I want to hear {song}.", "Put on some music: {song}"], lambda r: dict(status="playing"), "The music is playing."),
    ("turn_light", "Turn the light in a room on or off", [("room", "string"), ("on", "boolean")], None, lambda r: dict(status="ok"), "Done."),
    ("get_price", "Get the price of a product", [("product", "string")], ["What is the price of {product}?", "How much does {product} cost?", "Tell me the price of {product}."], lambda r: dict(price=r.randint(1, 999)), "It costs {price}."),
    ("get_person", "Get the age and the job of a person", [("name", "string")], ["How old is {name}?", "What is the job of {name}?", "What do you know about the person {name}?"], lambda r: dict(age=r.randint(2, 99), job=r.choice(JOBS)), "The age is {age} and the job is {job}."),
    ("roll_dice", "Roll dice", [("count", "integer")], ["Roll {count} dice.", "Please roll {count} dice", "Throw {count} dice for me."], lambda r: dict(sum=r.randint(3, 60)), "The sum is {sum}."),
    ("get_date", "Get the date of today", [], ["What is the date today?", "Which day is it today?", "What date is it?"], lambda r: dict(date=f"{r.randint(1, 28)} {r.choice(W('January March May July October'))}"), "It is {date}."),
    ("get_location", "Get the place where the user is", [], ["Where am I?", "Which city am I in?", "What is my location?"], lambda r: dict(city=r.choice(CITIES)), "You are in {city}."),
    ("list_models", "List the models in the library", [], ["Which models do I have?", "List my models.", "What is in my library?"], lambda r: dict(count=r.randint(1, 40)), "There are {count} models."),
]
VALUES = dict(city=CITIES, person=NAMES, name=NAMES, room=PLACES, product=FOODS + NOUNS[:20], song=[])


class Hand:
    """A tool that people know, with natural requests."""

    def __init__(self, r, entry=None):
        self.name, d, self.params, self.asks, self.result, self.answer = entry or r.choice(HAND)
        self.tool = make_tool(self.name, d + r.choice(["", "", "."]), self.params)
        self.what = d[0].lower() + d[1:]

    def values(self, r):
        args, said = {}, []
        for k, p in self.params:
            v, s = value(r, k, p)
            if p == "string" and VALUES.get(k) and r.random() < .5:
                v = s = r.choice(VALUES[k])
            elif p == "string" and k == "path":
                v = s = pseudo(r) + "." + r.choice(W("txt csv md"))
                s = json.dumps(s)
            elif p == "string":
                v = quoted(r)
                s = json.dumps(v, ensure_ascii=False)
            args[k] = v
            said.append((k, s))
        return args, said

    def request(self, r, said):
        d = dict(said)
        asks = self.asks or (["Turn on the light in the {room}.", "Light on in the {room}"] if d["on"] == "true" else ["Turn off the light in the {room}.", "Light off in the {room}"])
        return r.choice(asks).format(**d)


def tools_for(r, n, held=False):
    """n tools of which a request can name one. Some share a verb or a noun."""
    out, names = [], set()
    while len(out) < n:
        made = [t for t in out if isinstance(t, Made)]
        x = r.random()
        if not held and x < .4:
            t = Hand(r)
        elif made and x < .6:
            t = Made(r, held, verb=made[0].verb)
        elif made and x < .68:
            t = Made(r, held, noun=made[0].noun)
        else:
            t = Made(r, held)
        if t.tool["name"] not in names and t.what not in [o.what for o in out]:
            names.add(t.tool["name"])
            out.append(t)
    return out


def request_of(r, t):
    args, said = t.values(r)
    q = t.request(r, said) if isinstance(t, Hand) else ask(r, t, said)
    return q, (t.tool["name"], args)


def result_for(r, t):
    """(result as the tool writes it, answer, question about it, its answer)."""
    if isinstance(t, Hand):
        v = t.result(r)
        if isinstance(v, str):
            return v, v, None, None
        k = r.choice(list(v))
        return json.dumps(v), t.answer.format(**v), f"What was the {k}?", f"The {k} was {v[k]}."
    x = r.random()
    if x < .25:
        s = r.choice([filler(r), f"The {t.noun} is {r.choice(ADJ)}.", Fact(r).say])
        return s, s, None, None
    if x < .4:
        return r.choice([('{"status": "ok"}', "Done.", None, None), ('{"status": "failed"}', "That failed.", None, None), ('{"status": "done"}', "Done.", None, None)])
    keys = r.sample(["number", "count", "code", "price", "size", "owner", "place", "color", "age", "weight"], r.choice([1, 1, 2, 3]))
    v = {k: r.choice(NAMES) if k == "owner" else r.choice(PLACES) if k == "place" else r.choice(COLORS) if k == "color" else int(digits(r, r.choice([1, 2, 3, 4]))) for k in keys}
    k = r.choice(keys)
    return json.dumps(v), "The " + join([f"{k} is {x}" for k, x in v.items()]).replace(" and ", " and the ").replace(", ", ", the ") + ".", pick(r, [f"What was the {k}?", f"Which {k} was it?", f"Tell me the {k} again."]), f"The {k} was {v[k]}."


def think_call(r, q, t):
    return pick(r, [f"The user wants to {t.what}. " if isinstance(t, Made) else f"The request is: {q} ", f"The request is: {q} "]) + f"The tool {t.tool['name']} can do this."


NO_TOOL = ["I have no tool for that."]


def d_tools(r, chars=0, held=False, n=None):
    """Tools, a request, the call, often its result and more."""
    ts = tools_for(r, n or r.choice([1, 2, 2, 3, 3, 4, 4]), held)
    msgs = [["system", system_with([t.tool for t in ts], r.choice(SYSTEM) if r.random() < .25 else ""), 1]]
    think, keep = r.random() < .3, r.random() < .6

    def say(q, reasoning, a, w, last):
        """One answer. Reasoning of earlier turns is often left out of the prompt."""
        if q is not None:
            msgs.append(["user", q, 1])
        msgs.append(["assistant", thought(reasoning, a) if think and (last or keep) else a, w])

    turns, fresh = r.choice([1, 2, 2, 3]), r.sample(ts, len(ts))
    for i in range(turns):
        x, last = r.random(), i == turns - 1
        if x < .76:
            t = fresh.pop() if fresh else r.choice(ts)
            q, c = request_of(r, t)
            say(q, think_call(r, q, t), call_text([c]), 2, last)
        elif x < .82 and len(ts) > 1:
            a, b = r.sample(ts, 2)
            (p, c), (q, d) = request_of(r, a), request_of(r, b)
            q = p.rstrip(".?") + r.choice([". Then ", " and then ", ". Also ", " and "]) + q[0].lower() + q[1:]
            say(q, f"The request is: {q} I need {c[0]} and {d[0]}.", call_text([c, d]), 2, last)
            for t in (a, b):
                msgs.append(["tool", result_text(result_for(r, t)[0]), 1])
            say(None, "Both results are here.", "Done.", 1, last)
            continue
        elif x < .89:
            names = {t.what for t in ts}
            t = Made(r, held)
            while t.what in names or t.noun in [o.noun for o in ts if isinstance(o, Made)]:
                t = Made(r, held)
            q, _ = request_of(r, t)
            say(q, f"The user wants to {t.what}. No tool fits.", r.choice(NO_TOOL), 1, last)
            continue
        elif x < .95:
            q, a = r.choice(SMALL)
            q = noise(r, pick(r, q))
            say(q, f"The request is: {q} I need no tool.", pick(r, a), .6, last)
            continue
        else:
            fs = facts(r, r.randint(1, 3))
            f = r.choice(fs)
            q = " ".join(g.say for g in fs) + " " + f.ask
            say(q, f"I need no tool. The text says: {f.say}", f.ans, 2, last)
            continue
        y = r.random()
        if y < .3:
            res, a, q2, a2 = result_for(r, t)
            msgs.append(["tool", result_text(res), 1])
            say(None, "The result is here.", a, 2, last)
            if q2 and r.random() < .4:
                say(q2, "The result of the tool says it.", a2, 2, last)
        elif y < .5:
            msgs.append(["tool", result_text('{"status": "ok"}'), 1])
            say(None, "The result is here.", "Done.", .5, last)
    return msgs


# --- reasoning --------------------------------------------------------------------------
def topic_kb(r):
    t = r.choice([t for t in TOPICS if t["names"]])
    return noise(r, topic_q(r, t)), f"The question is about {t['names'][0]}. I learned this.", pick(r, t["a"]), .6


def count_words(r):
    ws = list(dict.fromkeys(word(r) for _ in range(r.randint(2, 9))))
    q = pick(r, ["How many [items|words|things] are in this list: {}?", "Count the [items|words]: {}", "How many words do you see: {}?"]).format(", ".join(ws))
    return q, "I count: " + ", ".join(f"{i + 1} {w}" for i, w in enumerate(ws)) + ".", f"There are {NUMW[len(ws)]}.", 2


def nth_word(r):
    ws = list(dict.fromkeys(word(r) for _ in range(r.randint(3, 9))))
    i = r.randrange(len(ws))
    q = pick(r, [f"What is the {ORD[i]} word of this list: {{}}?", f"The {ORD[i]} [item|word] of: {{}}", f"Give me the {ORD[i]} word: {{}}"]).format(", ".join(ws))
    return q, "I count: " + ", ".join(f"{j + 1} {w}" for j, w in enumerate(ws[:i + 1])) + ".", f"The {ORD[i]} one is {ws[i]}.", 2


def add_numbers(r):
    x, y = r.randint(0, 20), r.randint(0, 9)
    q = pick(r, [f"What is {x} + {y}?", f"What is {x} plus {y}?", f"{x} + {y}", f"Add {x} and {y}"])
    return q, f"I start at {x} and count {y} up: " + ", ".join(map(str, range(x + 1, x + y + 1))) + "." if y else f"Adding 0 keeps {x}.", f"{x} + {y} = {x + y}.", 2


def read_facts(r, chars=500):
    fs = facts(r, r.choice([1, 2, 3, 4, 6]))
    s = [f.say for f in fs] + fill(r, r.randint(0, max(1, chars)))
    r.shuffle(s)
    f = r.choice(fs)
    return " ".join(s) + r.choice([" ", "\n"]) + f.ask, f"I look in the text. It says: {f.say}", f.ans, 3


def plain_unit(r):
    q, a, w = unit(r)[0]
    return q, f"The request is: {q[:160]}", a, .5 * w


def chain(r, chars, things=None, hops=None):
    """A code that passes from thing to thing (the Lab's variable tracking)."""
    hops = hops or r.choice([1, 2, 2, 2, 2, 3])
    pool = things or (NOUNS if r.random() < .8 else [f"{a} {n}" for a, n in zip(r.choices(ADJ, k=12), r.sample(NOUNS, 12))])
    names = r.sample(pool, hops + 1)
    v = digits(r, 4)
    say = [f"The code of the {n} is {v}." if i == 0 else f"The code of the {n} is the code of the {names[i - 1]}." for i, n in enumerate(names)]
    others = [f"The code of the {n} is {digits(r, 4)}." for n in r.sample([p for p in pool if p not in names], r.choice([0, 0, 0, 1, 2]))]
    text = fill(r, chars)
    places = sorted(r.randint(0, len(text)) for _ in say)
    for k, (p, s) in enumerate(zip(places, say)):
        text.insert(p + k, s)
    for s in others:
        text.insert(r.randint(0, len(text)), s)
    q = r.choice([f"Which {len(names)} things have the code {v}?"] * 3 + [f"Which things have the code {v}?"])
    body = "Read this text and remember which things have the same code. " + " ".join(text) + "\n" + q
    return body, "The text says: " + " ".join(say), cap(join([f"the {n}" for n in names])) + f" have the code {v}.", 4


def common(r, count=None, total=None):
    """A numbered list in which some words appear six times (the Lab's common words)."""
    count = count or r.choice([1, 2, 3, 3, 3])
    pool = sorted(set(NOUNS + ANIMALS + FOODS))
    ws = r.sample(pool, min(len(pool), 60))
    often, rare = ws[:count], ws[count:count + r.randint(4, total or 42)]
    items = [w for w in often for _ in range(6)] + rare
    r.shuffle(items)
    intro = "Below is a numbered list of words. In these words, some appear more often than others. Memorize the ones that appear most often."
    q = f"What are the {count} most common words in the above list?" if count > 1 else "What is the most common word in the above list?"
    order = sorted(often, key=items.index)
    a = f"The {count} most common words are {join(order)}." if count > 1 else f"The most common word is {often[0]}."
    return f"{intro}\n" + " ".join(f"{i + 1}. {w}" for i, w in enumerate(items)) + f"\n{q}", "Each of them appears 6 times: " + join(order) + ".", a, 4


def multi_key(r, chars):
    n = r.choice([1, 2, 4, 4, 6])
    keys = list(dict.fromkeys(f"{r.choice(ADJ)} {r.choice(NOUNS)}" for _ in range(n)))
    codes = [digits(r, 4) for _ in keys]
    text = fill(r, chars)
    for k, c in zip(keys, codes):
        text.insert(r.randint(0, len(text)), f"The code of the {k} is {c}.")
    say = f"The code of the {keys[0]} is {codes[0]}."
    return f"Read this text and remember the important facts. {' '.join(text)}\nWhat is the code of the {keys[0]}?", f"I look in the text. It says: {say}", say, 4


def two_hops(r):
    """Two facts that must be combined; with reasoning, one after the other."""
    n, m = r.sample(NAMES, 2)
    x, y = r.sample(NOUNS, 2)
    p, q = r.sample(PLACES, 2)
    s = [f"{n} owns the {x}.", f"{m} owns the {y}.", f"The {x} is in the {p}.", f"The {y} is in the {q}."] + [filler(r) for _ in range(r.randint(0, 5))]
    r.shuffle(s)
    return " ".join(s) + f"\nWhere is the thing that {n} owns?", f"{n} owns the {x}. The {x} is in the {p}.", f"It is in the {p}.", 3


REASON = [(topic_kb, 6), (count_words, 14), (nth_word, 16), (add_numbers, 12), (read_facts, 22), (plain_unit, 10), (two_hops, 20)]


def d_reason(r, chars=500):
    """Questions with reasoning or without; earlier reasoning is mostly left out of the prompt."""
    msgs, keep, n = [], r.random() < .3, r.choice([1, 1, 2, 3])
    if r.random() < .25:
        msgs.append(["system", r.choice(SYSTEM), 1])
    for i in range(n):
        f = r.choices([f for f, _ in REASON], [w for _, w in REASON])[0]
        q, why, a, w = f(r)
        think = r.random() < .65 and (keep or i == n - 1)
        msgs += [["user", q, 1], ["assistant", thought(why, a) if think else a, w]]
    return msgs


def d_lab(r, chars):
    x = r.random()
    got = chain(r, r.randint(0, chars)) if x < .4 else common(r) if x < .75 else multi_key(r, r.randint(100, max(200, chars)))
    q, why, a, w = got
    return [["user", q, 1], ["assistant", thought(why, a) if r.random() < .2 else a, w]]


def d_json(r, chars=0):
    """An answer in JSON with given keys, whose values stand in the text."""
    keys = r.sample(STRING_KEYS + INT_KEYS, r.randint(1, 3))
    vals = [(k, value(r, k, "integer" if k in INT_KEYS else "string")) for k in keys]
    said = " ".join(f"The {k} is {s}." for k, (_, s) in vals)
    ask_ = pick(r, ["Answer in JSON with the [keys|fields] ", "Write it as JSON with the keys ", "Give me JSON with the keys "]) + join([json.dumps(k) for k in keys]) + "."
    q = r.choice([f"{said} {ask_}", f"{ask_} {said}"])
    return [["user", q, 1], ["assistant", json.dumps({k: v for k, (v, _) in vals}, ensure_ascii=False), 2]]


KINDS = [(d_tools, 56), (d_reason, 28), (d_lab, 10), (d_json, 6)]


def talk(seed, chars=900):
    r = random.Random(seed)
    return r.choices([f for f, _ in KINDS], [w for _, w in KINDS])[0](r, chars)


if __name__ == "__main__":
    show_samples(talk)
