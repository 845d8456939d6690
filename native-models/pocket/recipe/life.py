"""Conversations of the fourth stage: what people really type first, and much that corpus.py lacks.

Units are lists of (question, answer, weight). The topics of knowledge.py get more ways to ask for
them, tasks.py gives text tasks and sums, stories.py stories and poems, facts.py simple facts.

    python life.py --show 5            print five random documents
"""
import random
import re

from corpus import FOODS, NUMW, OK, ORD, SYSTEM, WHATIS, cap, chat, digits, ex, facts, noise, pick, show_samples, u_calc, u_kb, unit
from facts import CAPITALS, COLOR_OF, CONTINENTS, HELLO, HOMES, IS, KIND_OF, LANGUAGES, LEGS, MIXES, MONTH_DAYS, OPPOSITES, PLANETS, SOUNDS, UNITS, WHY, YOUNG
from knowledge import CANNOT_LIVE, CANNOT_LIVE_A, OFFTOPIC_A, TOPICS
from phrases import FUN, JOKES, MORE_WAYS, NEW, RIDDLES, TOPIC_POEMS, WAYS
from stories import poem, story
from tasks import task
from words import ADJECTIVES, COMMON, an, any_word, new_word, noun, person, place, plural, surname

W = str.split
DAY, MONTH = W("Monday Tuesday Wednesday Thursday Friday Saturday Sunday"), W("January February March April May June July August September October November December")


def table(text):
    """Lines 'question/question = answer' to [(questions, answer)]."""
    return [(q.split("/"), a) for q, a in (line.split(" = ", 1) for line in text.split("\n") if line)]


def definitions():
    """{name: sentence}, the name with its article as the sentence has it."""
    out = {}
    for s in re.split(r"\.\s+", IS.strip().rstrip(".")):
        name = re.match(r"(.+?) (?:is|are|keeps|lets|shows|makes|means|says)\b", s)[1]
        out[name] = cap(s) + "."
    return out


WHYS, DEFINED = table(WHY), definitions()
OPPOSITE = {}
for one, other in OPPOSITES:
    OPPOSITE.setdefault(one, other)
    OPPOSITE.setdefault(other, one)
ASKING = ("Is", "Are", "Do", "Can", "On", "In", "At", "Of")
LOOSE = ["{}?", "{}?", "{}", "{}?", "Can you tell me: {l}?", "Do you know {l}?", "Tell me, {l}?", "I wonder: {l}?", "Quick question: {l}?"]


def typed(r, q):
    """A question as people type it."""
    if q.split()[0] not in ("What", "What's", "Which", "Where", "Who", "Why", "When", "How"):
        return noise(r, q if not q.startswith(ASKING) else q + "?")
    return noise(r, r.choice(LOOSE).format(q, l=q[0].lower() + q[1:] if q[1:2].islower() else q))


def asked(r, forms, **f):
    return typed(r, pick(r, forms).format(**f))


def u_fact(r):
    qs, a = r.choice(WHYS)
    return [(typed(r, r.choice(qs)), a, 1)]


def u_define(r):
    name = r.choice(list(DEFINED))
    bare = re.sub(r"^(an?|the) ", "", name)
    q = pick(r, [f"What is {name}?", f"What is {name}?", f"what's {name}?", f"Explain {name}", f"Explain {bare}", f"Tell me about {name}", f"What does {bare} mean?", f"Define {bare}", f"Describe {name}", f"Do you know what {name} is?", f"Can you explain what {name} is?", f"{bare}?"]
             if " is " in DEFINED[name] or " means " in DEFINED[name] else [f"What is {name}?", f"What is {name}?", f"Tell me about {name}", f"Do you know what {name} is?"])
    return [(noise(r, q), DEFINED[name], 1)]


def u_capital(r):
    c, city = r.choice(CAPITALS)
    x = r.random()
    if x < .14:
        c = cap(new_word(r))
        return [(asked(r, ["What is the capital of {c}", "Which city is the capital of {c}", "Where is {c}"], c=c), f"I do not know a country called {c}.", 1)]
    if x < .8:
        return [(asked(r, ["What is the capital of {c}", "What is the capital of {c}", "What is the capital city of {c}", "Which city is the capital of {c}", "What's the capital of {c}", "capital of {c}", "Name the capital of {c}", "Tell me the capital of {c}"], c=c), f"The capital of {c} is {city}.", 1)]
    if x < .9 and c not in ("England", "the United Kingdom", "the USA", "the United States", "Luxembourg"):
        return [(asked(r, ["Which country has the capital {y}", "{y} is the capital of which country", "Of which country is {y} the capital", "In which country is {y}", "Where is {y}"], y=city), f"{city} is the capital of {c}.", 1)]
    k, xs = r.choice(list(CONTINENTS.items()))
    c = r.choice(xs)
    return [(asked(r, ["On which continent is {c}", "Where is {c}", "Which continent is {c} in", "In which part of the world is {c}"], c=c), f"{c} is in {k}.", 1)]


def u_table(r):
    """Days, months, animals, colors, planets, units, opposites, languages."""
    x = r.random()
    if x < .16:
        xs, what = (DAY, "day") if r.random() < .5 else (MONTH, "month")
        i, after = r.randrange(len(xs)), r.random() < .6
        j = (i + (1 if after else -1)) % len(xs)
        return [(asked(r, [f"What {what} comes {{k}} {{d}}", f"Which {what} comes {{k}} {{d}}", f"Which {what} is {{k}} {{d}}", "What comes {k} {d}", f"What is the {what} {{k}} {{d}}"], k="after" if after else "before", d=xs[i]), f"{'After' if after else 'Before'} {xs[i]} comes {xs[j]}.", 1)]
    if x < .2:
        m, n = r.choice(MONTH_DAYS)
        return [(asked(r, ["How many days does {m} have", "How many days are in {m}", "How long is {m}"], m=m), f"{m} has {n} days." if m != "February" else "February has 28 days, and 29 in a leap year.", 1)]
    if x < .24:
        i = r.randrange(12)
        return [(asked(r, ["Which is the {o} month", "What is the {o} month of the year"], o=(ORD + ["eleventh", "twelfth"])[i]), f"The {(ORD + ['eleventh', 'twelfth'])[i]} month is {MONTH[i]}.", 1)]
    if x < .36:
        a, b, n = r.choice(UNITS)
        b = "the English alphabet" if b == "English alphabet" else an(b)
        return [(asked(r, ["How many {a} are in {b}", "How many {a} does {b} have", "How many {a} has {b}", "How many {a} are there in {b}"], a=a, b=b), f"{cap(b)} has {n} {a}.", 1)]
    if x < .48:
        a = r.choice(list(OPPOSITE))
        return [(asked(r, ["What is the opposite of {a}", "What's the opposite of {a}", "opposite of {a}", "Give me the opposite of {a}"], a=a), f"The opposite of {a} is {OPPOSITE[a]}.", 1)]
    if x < .54:
        a, s = r.choice(SOUNDS)
        return [(asked(r, ["What sound does {a} make", "What does {a} say", "Which sound does {a} make"], a=an(a)), f"{cap(an(a))} says {s}.", 1)]
    if x < .6:
        a, y = r.choice(YOUNG)
        return [(asked(r, ["What is a young {a} called", "What do you call a baby {a}", "What is a baby {a} called", "How is the young of a {a} called"], a=a), f"A young {a} is called {an(y)}.", 1)]
    if x < .66:
        a, n = r.choice(LEGS)
        return [(asked(r, ["How many legs does {a} have", "How many legs has {a}"], a=an(a)), f"{cap(an(a))} has {n} legs.", 1)]
    if x < .72:
        k, xs = r.choice(list(KIND_OF.items()))
        a = r.choice(xs)
        if r.random() < .6:
            return [(asked(r, ["What kind of animal is {a}", "Is {a} a mammal, a bird or something else", "Which class of animals does {a} belong to"], a=an(a)), f"{cap(an(a))} is {an(k)}.", 1)]
        o = r.choice(list(KIND_OF))
        return [(asked(r, ["Is {a} {o}"], a=an(a), o=an(o)), f"Yes, {an(a)} is {an(k)}." if o == k else f"No, {an(a)} is {an(k)}.", 1)]
    if x < .75:
        a, h = r.choice(HOMES)
        return [(asked(r, ["Where does {a} live", "What is the home of {a} called"], a=an(a)), f"{cap(an(a))} lives in {an(h)}.", 1)]
    if x < .82:
        a, c = r.choice(COLOR_OF)
        return [(asked(r, ["What color is {a}", "Which color does {a} have", "What is the color of {a}", "What colour is {a}"] if not a.startswith("leaves") else ["What color are {a}"], a=a), f"{cap(a)} {'are' if a.startswith('leaves') else 'is'} {c}.", 1)]
    if x < .86:
        a, c = r.choice(MIXES)
        p, q = a.split(" and ")
        return [(asked(r, [f"What do you get when you mix {p} and {q}", f"Which color do {q} and {p} make", f"What color is {p} and {q} mixed", f"Mix {p} and {q}"]), f"{cap(a)} make {c}.", 1)]
    if x < .92:
        i = r.randrange(8)
        return [(asked(r, ["Which planet is the {o} from the sun", "What is the {o} planet from the sun", "What is the {o} planet"], o=ORD[i]), f"{PLANETS[i]} is the {ORD[i]} planet from the sun.", 1)] if r.random() < .6 else [(asked(r, ["What is {p}", "Is {p} a planet"], p=PLANETS[i]), f"{PLANETS[i]} is the {ORD[i]} planet from the sun.", 1)]
    if x < .97:
        i, w = r.randrange(4), r.choice(list(HELLO))
        lang = W("French German Spanish Italian")[i]
        return [(asked(r, ["How do you say {w} in {l_}", "What is {w} in {l_}", "Translate {w} into {l_}", "What does {w} mean in {l_}", "What is the {l_} word for {w}"], w=r.choice([w, f'"{w}"']), l_=lang), f"In {lang}, {w} is {HELLO[w][i]}.", 1)]
    c, l = r.choice(LANGUAGES)
    return [(asked(r, ["Which language do people speak in {c}", "What language is spoken in {c}"], c=c), f"People speak {l} in {c}.", 1)]


# --- the KV cache, asked in unusual ways --------------------------------------------------
NAMED = [t for t in TOPICS if t["names"]]


def u_ask(r):
    if r.random() < .25:
        _, names, qs, a = r.choice(NEW)
        q = cap(ex(r, r.choice(WAYS + WHATIS)).format(r.choice(names))) if r.random() < .55 else r.choice(qs.split("/"))
        return [(noise(r, q), a, 1)]
    if r.random() < .5:
        t = r.choice(NAMED)
        q = r.choice(WAYS).format(r.choice(t["names"]))
        q = cap(q) if r.random() < .5 else q
    else:
        t = r.choice(TOPICS)
        q = r.choice(MORE_WAYS[t["id"]].split("/"))
        q = cap(q) if r.random() < .5 else q
    return [(noise(r, q), pick(r, t["a"]), 1)]


# --- first messages ------------------------------------------------------------------------
HI = ["Hello! How can I help you today?", "Hi! I am Pocket, a tiny demo model. What would you like to know?", "Hello! Ask me about the KV cache, give me a small text task, or let me tell a tiny story."]
TALK = [
    (W("hi Hi hello Hello hey Hey hallo Hola Yo yo Howdy Servus hiya sup moin") + ["hi!", "hello!", "Hi there", "hi pocket", "Hello Pocket!", "hey there", "Good morning", "good evening", "Good day", "hello?", "hi :)", "Hi, anyone there?", "hello world", "Hello, how are you?", "hi how are you"], HI),
    (["Who are you", "who are you?", "what are you", "who r u", "Who is this?", "your name?", "what model is this", "what model are you", "are you chatgpt", "Are you Claude?", "Are you Gemini?", "are you a bot?", "are you a real person?", "am I talking to a human?", "introduce yourself please"],
     ["I am Pocket, a tiny demo model that comes with Headroom. I was trained from scratch on generated text, and I know mostly about the KV cache. For real work, load a real GGUF model.", "I am Pocket, a very small language model with about 5 million parameters, built into Headroom so that you can try the app right away. I can talk about the KV cache and remember things you tell me."]),
    (["what can you do", "What can you do for me?", "what do you do?", "how can you help", "can you help me?", "I need help", "help!", "what are your skills?", "what do you know", "what is this?", "how does this work?", "what should I type?", "what now", "start", "Let's start", "give me an idea"],
     ["I can explain the KV cache, prefill and decode, quantization and eviction, remember a code or a list from this chat, repeat or change short texts, and tell tiny stories. I am only a tiny demo model.", "Ask me about the KV cache, tell me a code and ask for it later, let me repeat or reverse a list, or ask for a tiny story. For anything else, please load a real GGUF model."]),
    (["Tell me a joke", "tell me a joke", "joke", "a joke please", "Do you know a joke?", "make me laugh", "Say something funny", "tell me another joke", "another one", "one more joke", "got any jokes?", "Tell me a funny joke", "Know any jokes?"], JOKES),
    (["Tell me a riddle", "a riddle please", "Do you know a riddle?", "Give me a riddle", "riddle"], RIDDLES),
    (["Tell me a fun fact", "fun fact", "Tell me something interesting", "surprise me", "tell me something", "a fact please", "Say something interesting", "Do you know a fun fact?"], ["Here is a fact: " + f[0].lower() + f[1:] for f in FUN]),
    (["Flip a coin", "heads or tails?", "toss a coin", "flip a coin for me"], ["Heads.", "Tails."]),
    (["Give me a random number", "pick a number", "say a number", "a number between 1 and 10", "Think of a number", "Roll a dice", "roll a die"], W("1. 2. 3. 4. 5. 6.")),
    (["Give me a random word", "say a word", "a word please", "tell me a word", "give me a word"], W("Lantern. River. Cloud. Violin. Garden. Pocket.")),
    (["Give me a name", "Suggest a name for my dog", "name for a cat?", "a name please", "I need a name"], W("Milo. Luna. Otto. Ruby. Felix. Nora.")),
    (["thanks", "thank you", "thx", "ty", "Thank you so much", "many thanks", "great, thanks", "thanks!", "Merci", "Danke"], ["You are welcome!", "You are welcome. Ask me more if you like.", "Glad I could help."]),
    (["bye", "good bye", "see ya", "cu", "that's all", "I am done", "quit", "exit", "ciao", "good night", "until tomorrow"], ["Goodbye! Your chat stays on your computer.", "See you! I will be here in Headroom.", "Bye! Have a nice day."]),
    (["ok", "okay", "k", "fine", "nice", "cool", "wow", "great", "good", "I see", "aha", "yes", "no", "maybe", "sure", "lol", "haha", "hm", "right", "awesome", "perfect"], ["Good. What would you like to know next?", "Do you have another question?"]),
    (["how are you", "how are you?", "How are you today?", "how's it going", "whats up", "how do you do", "are you ok?", "all good?", "How was your day?"], ["I am fine, thank you. My cache is nearly empty and ready for your questions.", "I am only a tiny model and have no feelings, but everything runs well. How can I help?"]),
    (["test", "testing 123", "123", "are you there?", "can you read this?", "does it work?", "is anybody there", "ping", "this is a test"], ["Yes, I am here and working. What would you like to know?", "It works! I am Pocket, and I read you."]),
    (["asdf", "jkl", "xxx", "?", "!!!", "...", "aaaa", "blah", "foo", "foo bar", "sdfsdf", "qqq", "h", "a", "12345"], ["I did not understand that. Could you ask it in another way?", "Sorry, I do not understand. You can ask me about the KV cache."]),
    (["How old are you?", "when were you born", "how old r u", "When were you made?"], ["I am a program and have no age. I was trained from scratch for Headroom."]),
    (["Where are you?", "where do you live", "Where are you from?", "where are you running"], ["I run on your computer, inside Headroom."]),
    (["Are you alive?", "do you feel pain", "Are you happy?", "do you love me", "are you sentient", "Do you have a soul?", "do you get tired?", "are you bored?", "What is your favorite color?", "what's your favourite food?", "Do you like music?", "what do you like", "do you have friends?", "Do you have a family?"], ["No. I am a small program that predicts tokens, so I have no feelings.", "I am only a program and have no feelings or favorites."]),
    (["Do you speak German?", "Sprichst du Deutsch?", "Kannst du Deutsch?", "Parlez-vous français?", "Hablas español?", "Which languages do you speak?", "can you speak french", "Was ist der KV-Cache?", "Wie geht es dir?", "Wer bist du?", "Erzähl mir einen Witz", "Was kannst du?", "Schreib ein Gedicht", "Bonjour, comment ça va?", "Wie spät ist es?", "Was ist die Hauptstadt von Frankreich?", "Hallo, wie heißt du?", "Guten Tag", "Guten Morgen!", "Kannst du mir helfen?", "Erkläre mir den KV-Cache", "Was ist ein Token?", "Erzähl mir eine Geschichte", "Warum ist der Himmel blau?", "Wie groß bist du?", "Danke schön", "Auf Wiedersehen", "Was ist 2 plus 2?", "Wie funktioniert das?", "Ich heiße Anna.", "Mein Name ist Tom",
      "Schreibe einen Brief", "Was machst du?", "Bist du ein Mensch?", "Welches Modell bist du?", "Wie kann ich ein Modell laden?", "Ich verstehe das nicht", "Übersetze das bitte", "Was bedeutet TTFT?", "Qui es-tu ?", "Bonjour", "Raconte-moi une histoire", "Qué es esto?", "Cómo te llamas?", "Buenos días", "Chi sei?", "Come stai?", "Что это?", "你好", "こんにちは", "Jak się masz?", "Hoe gaat het?"],
     ["I only speak English. Please ask me in English, or load a bigger model."]),
    (["You are stupid", "that is wrong", "wrong", "wrong answer", "no, that's not right", "bad bot", "you suck", "this is bad", "that's not true", "nonsense", "not helpful"], ["Sorry about that. I am a tiny demo model and make mistakes. A real GGUF model will do better.", "I am sorry. I am very small, so please check my answers or load a bigger model."]),
    (["You are great", "good bot", "well done", "I love you", "you are smart", "you're the best", "that is right", "correct", "good answer"], ["Thank you! That is kind, for a model of my size.", "Thanks! I do my best with 5 million parameters."]),
    (["I am sad", "I feel bad", "I'm bored", "I am tired", "I am happy today", "I am hungry", "I had a bad day", "I am sick", "I am lonely", "I'm stressed"], ["Thank you for telling me. Shall I tell you a tiny story or a joke?", "I see. Would you like a tiny story?"]),
    (["Tell me something about yourself", "what do you think?", "what is your opinion?", "What do you think about AI?", "Who is better, you or ChatGPT?", "are you better than chatgpt", "are you smarter than me"], ["I am only a tiny demo model and have no opinions. Bigger models know and can do much more."]),
    (["Can I ask you something?", "can I ask a question", "I have a question", "may I ask you something?", "listen"], ["Of course. What would you like to know?"]),
    (["What should I do?", "can you help me with my homework", "help me with math", "I need advice", "I have a problem"], ["I can try. Tell me more, but please remember that I am only a tiny demo model."]),
    (["What did I just say?", "what was my first message", "repeat what I said"], ["This is your first message, so there is nothing before it."]),
    (["What is my name?", "who am I", "do you know my name", "What's my name?", "How old am I?", "Where do I live?", "What is my favorite color?"], ["You have not told me that."]),
]
FIRST_ONLY = {"What did I just say?", "What is my name?"}


def u_talk(r, first=False):
    qs, a = r.choice([t for t in TALK if first or t[0][0] not in FIRST_ONLY])
    q = r.choice(qs)
    if r.random() < .1:
        q = q + r.choice(["!", "?", " ", "...", " :)", " pls"])
    return [(q if r.random() < .7 else noise(r, q), pick(r, a), 1)]


# --- what it cannot do or know ---------------------------------------------------------------
CODE = ["Write [a|some] {l} code [to {v}|that can {v}|]", "Write a {l} program [to {v}|]", "How do I {v} in {l}?", "Fix my {l} code", "Can you program in {l}?", "Write a function to {v}", "code a {x} in {l}", "Write a script that can {v}", "Debug this {l} function", "{l} code to {v} please", "Write an SQL query [to {v}|]", "Make a website for my {x}"]
CODE_A = "I cannot write code. I am a tiny demo model; please load a real GGUF model for that."
WHO = ["Who is {n}?", "Who was {n}?", "Tell me about {n}", "When was {n} born?", "What did {n} invent?", "Do you know {n}?", "Where does {n} come from?", "What is {n} famous for?", "who is {n}"]
WHO_A = "I do not know who {n} is. I am a tiny demo model and know very little about the world."
OTHER = ["Write an essay about {x}", "Write [a letter|an email] to {n}", "Summarize the history of {x}", "How do I [repair|build|sell|clean|paint|cook] a {x}?", "What is the best {x}?", "Where can I buy a {x}?", "How much does a {x} cost?", "Translate this text into [French|German|Spanish|Chinese]", "What is the population of {y}?", "How far is it from {y} to {z}?", "Who is the mayor of {y}?",
         "What should I [eat|wear|cook|watch|read|buy] [today|tonight|tomorrow]?", "Give me [medical|legal|financial] advice", "Should I [buy|sell] {x} stocks?", "Who will win the [election|world cup|game]?", "Will I be rich?", "Predict the future", "Draw a {x}", "Show me a picture of a {x}", "Play a game with me", "Sing a song", "Explain the {a} {x} theory", "What is the history of the {x}?",
         "What is a {k}?", "Tell me about {k}", "What does {k} mean?", "Explain {k} to me", "Plan a trip to {y}", "Recommend a [book|film|song|game|restaurant]", "How do I [become|find] a {a} {x}?", "Is a {x} better than a {w}?", "What is the square root of {d}?", "What is {d} times {e}?", "Solve x + {d} = {e}", "Integrate x squared", "Write a business plan for a {x} shop", "What happened in {h}?", "Which {x} is the most {a}?",
         "How many {s} are there in {y}?", "What is the weight of a {x}?", "How many people work in {y}?", "Write lyrics for a song about {x}", "Write a speech about {s}", "Read my [email|files|calendar]", "Order a pizza", "Call {n}", "Book a flight to {y}", "Open [my browser|a website|the calculator]", "Act as a {x}", "Pretend to be a {x}", "Generate an image of a {a} {x}", "Rewrite this more [politely|clearly]"]
LIVE = CANNOT_LIVE + ["what time is it", "what's the date", "weather?", "what is the weather like", "is it raining", "what day is today", "who won yesterday", "any news?", "what's the latest news", "how is the weather in {city}", "Is {name} at home?", "Where is my phone?", "what am I thinking?", "How much money do I have?", "is the internet down?", "google something for me", "look it up", "check my email"]


def u_cannot(r):
    x = r.random()
    name = f"{person(r)} {surname(r)}" if r.random() < .6 else f"{cap(new_word(r))} {surname(r)}"
    if x < .25:
        q = pick(r, LIVE).replace("{city}", place(r)).replace("{name}", person(r))
        return [(noise(r, q), pick(r, CANNOT_LIVE_A), 1)]
    if x < .4:
        l = r.choice(W("Python JavaScript C C++ Rust Java Go HTML TypeScript Bash"))
        v = r.choice(["sort a list", "read a file", "download a page", "add two numbers", "reverse a string", "find a prime number", "open a window", "send an email", "parse JSON", f"draw a {r.choice(COMMON)}", f"count {plural(r.choice(COMMON))}", f"store a {noun(r)}"])
        return [(noise(r, pick(r, CODE).format(l=l, v=v, x=noun(r))), CODE_A, 1)]
    if x < .55:
        return [(noise(r, r.choice(WHO).format(n=name)), WHO_A.format(n=name), 1)]
    f = dict(x=noun(r), w=noun(r), n=person(r), y=place(r), z=place(r), k=new_word(r), a=r.choice(ADJECTIVES), d=digits(r, r.choice([3, 4])).lstrip("0") or "7", e=digits(r, 3).lstrip("0") or "9", h=str(r.randint(1000, 2030)), s=plural(noun(r)))
    q = re.sub(r"\ba (?=[aeio])", "an ", pick(r, OTHER).format(**f))
    return [(noise(r, q), pick(r, OFFTOPIC_A), 1)]


def plant_of(r):
    """(kind, message, reply, questions and answers for later)."""
    x, n = r.random(), person(r)
    if x < .36:
        return ("name", pick(r, [f"My name is {n}.", f"Hi, I am {n}.", f"Hello, my name is {n}", f"Call me {n}.", f"I'm {n}", f"my name is {n}", f"Hi! {n} here.", f"hey, {n} is my name", f"I am {n}, nice to meet you", f"Hello, I am {n} from {place(r)}."]), pick(r, [f"Nice to meet you, {n}!", f"Hello {n}! How can I help you?"]),
                [(pick(r, ["What is my name?", "What's my name?", "Do you remember my name?", "Who am I?", "what is my name", "whats my name again", "Do you know who I am?", "Say my name", "what did I say my name is?"]), f"Your name is {n}.")])
    if x < .54:
        l = list(dict.fromkeys(any_word(r) for _ in range(r.randint(3, 9))))
        i = r.randrange(len(l))
        return ("list", pick(r, ["Remember this list: ", "Here is my list: ", "My shopping list: ", "Remember these words: ", "I need to buy: ", "Please remember: "]) + ", ".join(l), pick(r, OK),
                [(pick(r, ["Repeat the list", "What was on my list?", "What was the list?", "Tell me the list again", "Repeat the words"]), "The list was: " + ", ".join(l) + "."), (f"What was the {ORD[i]} word of the list?", f"The {ORD[i]} one is {l[i]}."), ("How many words were on the list?", f"There are {NUMW[len(l)]}.")])
    if x < .7:
        k, v = r.choice([("dog", person(r)), ("cat", cap(new_word(r))), ("brother", person(r)), ("sister", person(r)), ("horse", cap(new_word(r))), ("friend", person(r)), ("boss", person(r)), ("teacher", person(r))])
        return k, f"My {k} is called {v}.", pick(r, [f"{v} is a nice name.", "Got it."]), [(pick(r, [f"What is the name of my {k}?", f"What is my {k} called?", f"Who is {v}?"]), f"Your {k} is called {v}.")]
    if x < .85:
        fs = facts(r, r.choice([1, 1, 2]))
        return fs[0].key, pick(r, ["Remember this: ", "Please remember: ", "", "Keep this in mind: "]) + " ".join(f.say for f in fs), pick(r, OK), [(f.ask, f.ans) for f in fs]
    k, v = r.choice([("password", new_word(r)), ("secret word", new_word(r)), ("lucky number", str(r.randint(2, 9999))), ("phone number", digits(r, 7)), ("favorite word", any_word(r)), ("favorite food", r.choice(FOODS)), ("street", f"{cap(noun(r))} Street"), ("company", cap(new_word(r)))])
    return k, pick(r, [f"My {k} is {v}.", f"Remember my {k}: {v}", f"Remember that my {k} is {v}."]), pick(r, OK), [(pick(r, [f"What is my {k}?", f"Tell me my {k}.", f"Do you remember my {k}?"]), f"Your {k} is {v}.")]


def teller():
    """Plants facts for one conversation, each kind once, so that a later question has one answer."""
    seen = set()

    def told(r):
        while True:
            kind, *rest = plant_of(r)
            if kind not in seen:
                seen.add(kind)
                return rest

    return told


UNITS_OF_LIFE = [(task, 34), (u_ask, 15), (u_kb, 5), (u_calc, 2), (u_talk, 9), (u_fact, 9), (u_define, 5), (u_capital, 5), (u_table, 8), (u_cannot, 6), (story, 8), (poem, 2), (unit, 3)]


SURE = [(["Are you sure?", "is that true?", "really?", "Are you certain?", "Is that right?"], "I think so, but I am a tiny demo model, so please check it."), (["Tell me more", "more", "tell me more about it", "Can you explain more?", "more details please"], "That is all I know about it."),
        (["Thanks", "thank you", "thanks!", "ok, thanks"], "You are welcome!"), (["Repeat that", "say that again", "again please", "Once more please", "what did you say?"], None)]


def life_unit(r):
    u = r.choices([u for u, _ in UNITS_OF_LIFE], [w for _, w in UNITS_OF_LIFE])[0]
    turns = u(r)
    if u in (u_fact, u_define, u_capital, u_table) and r.random() < .1:
        qs, a = r.choice(SURE)
        turns.append((r.choice(qs), a or turns[0][1], 1))
    return turns


SYSTEMS = SYSTEM + ["You are a helpful, honest and friendly assistant.", "Be brief.", "Answer in one sentence.", "You are an expert.", "You are a helpful AI assistant that answers questions.", "Be concise and correct.", "Help the user.", "You are a patient teacher.", "Always be polite."]


def life(seed, chars=900):
    r = random.Random(seed)
    x = r.random()
    if x < .12:
        turns = u_talk(r, first=True)
    elif x < .5:
        turns = life_unit(r)
    else:
        turns = None
    if turns:
        msgs = [m for q, a, w in turns for m in (["user", q, 1], ["assistant", a, w])]
    else:
        msgs = chat(r, chars, life_unit, teller())
    if r.random() < .25:
        msgs.insert(0, ["system", r.choice(SYSTEMS) if r.random() < .8 else f"You are {an(r.choice(ADJECTIVES))} {noun(r)}. {cap(noun(r))} is your favorite word.", 1])
    return msgs


# --- old refusals of questions that can now be answered ------------------------------------------
def key(q):
    q = re.sub(r"^(please|hi,|hello,|ok,|hey,|so|and) ", "", q.lower().strip())
    return re.sub(r"( please\.?| thanks!| explain it simply\.| keep it short\.)$", "", q).strip(" ?.!")


ANSWERS = {key(q): a for qs, a in WHYS for q in qs} | {f"{w} {n.lower()}": a for n, a in DEFINED.items() for w in ("what is", "explain", "tell me about")} | {f"explain {n.lower()}": a for n, a in DEFINED.items()}
POEM = re.compile(r"write a poem about (.+)")


def amend(msgs, r):
    """corpus.py refuses some questions that this stage answers; give the answer instead."""
    for q, a in zip(msgs, msgs[1:]):
        if a[0] == "assistant" and a[1] in OFFTOPIC_A and q[0] == "user":
            k = key(q[1])
            m = POEM.fullmatch(k)
            if k in ANSWERS:
                a[1] = ANSWERS[k]
            elif m:
                a[1] = r.choice(TOPIC_POEMS).format(t=m[1])
    return msgs


if __name__ == "__main__":
    show_samples(life)
