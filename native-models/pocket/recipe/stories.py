"""Tiny stories and poems of the fourth stage: two characters with different names, and an end.

Every story follows one of the plots below. A plot is a list of sentences; some have alternatives.
"""
import random

from corpus import ADJ, ANIMALS, BOYS, GIRLS, JOBS, NOUNS, cap, noise, pick
from phrases import HAIKU, POEMS, TOPIC_POEMS
from words import ADJECTIVES, MORE_BOYS, MORE_GIRLS, THINGS, an, new_word, plural

W = str.split
KINDS = W("fox cat dog bear owl mouse rabbit horse turtle frog duck hedgehog squirrel goat wolf badger otter penguin crow snail lion tiger whale deer sheep robot dragon wizard princess prince king queen knight pirate witch giant ghost monkey elephant parrot dolphin donkey kitten puppy baker teacher farmer sailor doctor painter gardener pilot driver writer singer builder nurse fisher miller tailor boy girl child astronaut unicorn dinosaur monster fairy spider bee butterfly detective")
MALE, FEMALE = W("boy king prince wizard"), W("girl queen princess witch fairy")
SKILLS = W("swim dance sing paint cook read write climb fly ride skate juggle whistle bake sew fish sail draw")
LANDS = W("forest garden village harbor castle desert meadow market island mountain valley lake cave city farm park beach tower")
FEARS = ["the dark", "thunder", "deep water", "high places", "the old house", "loud noises", "strangers", "the forest at night"]
SUBJECTS = ["love", "friendship", "the sea", "the moon", "the stars", "music", "winter", "summer", "rain", "snow", "courage", "time", "space", "nature", "the sun", "the wind", "Christmas", "school", "football", "computers", "the future", "dreams", "cats", "dogs", "dragons", "robots", "pirates", "aliens", "a magic forest", "a lost letter", "the night", "hope", "a small village", "a secret door", "the city", "autumn", "spring"]
FIND = ["found a {o} under a bush", "saw a {o} by the path", "found a {o} near the water", "discovered a {o} behind a tree", "found a {o} on the ground"]

# {n} and {m}: names, {c} and {d}: what they are, {he} {him} {his} of {n}, {she} {her} {hers} of {m}, {p}: a place, {o}: a thing, {s}: a skill, {f}: a fear.
OPEN = ["Once there was {a_c} named {n} who lived near the {p}.", "{n} was {a_c} who lived in the {p}.", "In the {p} lived {a_c} called {n}.", "A long time ago, {a_c} named {n} lived near the {p}.", "Near the {p} there lived {a_c} whose name was {n}."]
PLOTS = [
    [OPEN, ["One day {he} {find}.", "One morning {he} {find}."], ["{cap_he} had never seen anything like it.", "It was beautiful, and {he} wanted to keep it.", "Nobody was there, so {he} took it home."], ["The next day {n} met {m}, {a_d} who was very sad.", "On the way home {he} met {m}, {a_d} with tears in {hers} eyes."],
     ["\"I lost my {o},\" said {m}.", "{m} had lost {hers} {o}."], ["{n} thought for a moment and gave it back.", "{n} smiled and gave the {o} to {m}."], ["{m} was so happy that {she} invited {n} to dinner.", "{m} thanked {him}, and since that day they have been friends.", "From then on, {n} and {m} met every day."]],
    [OPEN, ["{n} wanted to learn to {s}, but {he} did not know how.", "More than anything, {n} wanted to {s}."], ["{cap_he} tried it alone and failed three times.", "{cap_he} tried every morning, and every morning it went wrong."], ["Then {he} met {m}, {a_d} who could {s} very well.", "Then {m}, {a_d} from the {p}, came by and watched {him}."],
     ["\"Start slowly,\" said {m}, \"and do not give up.\"", "\"I will show you,\" said {m}."], ["They practiced together for a whole week.", "Day after day, {m} helped {him}."], ["In the end, {n} could {s}, and {m} was the first to clap.", "At last it worked, and {n} was proud.", "Now {n} teaches others to {s}."]],
    [OPEN, ["{n} was afraid of {f}.", "Everybody thought that {n} was brave, but {he} was afraid of {f}."], ["One evening {he} heard somebody call for help.", "One night there was a cry from the {p}."], ["It was {m}, {a_d} who had lost {hers} way.", "{m}, {a_d}, was stuck and could not get out."],
     ["{n} was scared, but {he} went to {m}.", "{n} took a deep breath and ran to {m}."], ["Together they found the way home.", "{cap_he} took {her} by the hand and led {her} home."], ["Since that night, {n} is not afraid any more.", "\"You are the bravest friend I have,\" said {m}.", "{n} learned that courage is to be afraid and to go on."]],
    [OPEN, ["One day a storm came over the {p}.", "One night it began to rain, and it did not stop."], ["{n} ran to the old mill to stay dry.", "{n} closed the door and lit a candle."], ["Somebody knocked: it was {m}, {a_d} who was cold and wet.", "Outside stood {m}, {a_d}, who had no place to sleep."],
     ["{n} made some tea and gave {her} a blanket.", "\"Come in,\" said {n}, \"there is room for two.\""], ["They told each other stories until the storm was over.", "All night they talked and laughed."], ["In the morning the sun was shining, and they were friends.", "In the morning {m} went on, but {she} came back every year.", "When the sky was clear again, neither of them wanted to leave."]],
    [OPEN, ["{n} had a best friend, {a_d} named {m}.", "{cap_he} shared everything with {m}, {a_d}."], ["One day they both wanted the same {o}.", "One day they argued about {a_o}."], ["{n} went home without a word.", "For a week they did not speak to each other."], ["But without {m} nothing was fun.", "{n} missed {m} more than the {o}."],
     ["So {he} went to {m} and said sorry.", "So {he} put the {o} in front of {hers} door."], ["\"I am sorry, too,\" said {m}, and they shared it.", "{m} laughed, and they never argued about it again.", "From that day on, the {o} belonged to both of them."]],
    [OPEN, ["It was the birthday of {m}, {a_d}, and {n} had no present.", "Tomorrow was the birthday of {m}, {a_d} from the {p}."], ["{cap_he} had no money, so {he} looked around.", "{cap_he} wanted to give {her} something special."], ["In a corner {he} found {a_o} that was broken.", "Behind the house {he} found {a_o}, old and dusty."],
     ["{cap_he} worked all night to repair it.", "{cap_he} cleaned it and painted it red."], ["{m} opened the box and was silent for a moment.", "In the morning {he} gave it to {m}."], ["\"This is the best present I ever got,\" said {m}.", "{m} loved it, because {n} had made it {him}self.", "{m} kept it for the rest of {hers} life."]],
    [OPEN, ["{n} planted a seed in front of the house.", "One spring {n} put a seed into the ground."], ["{cap_he} gave it water every day, but nothing happened.", "A week went by, then another, and nothing grew."], ["{m}, {a_d}, laughed at {him}.", "\"It will never grow,\" said {m}, {a_d} from next door."],
     ["But {n} did not give up.", "{n} only smiled and went on."], ["One morning there was a small green leaf.", "In summer a tree stood there, full of flowers."], ["Now {n} and {m} sit in its shade and eat apples.", "{m} said sorry, and {n} gave {her} the first apple.", "\"You were right,\" said {m}, and {she} brought another seed."]],
    [OPEN, ["One day {n} left home to see the world.", "{n} had never left the {p}, so one day {he} packed {his} bag."], ["{cap_he} walked for three days.", "{cap_he} crossed a river and a hill."], ["On the road {he} met {m}, {a_d} who knew the way.", "There {he} met {m}, {a_d} who was traveling, too."],
     ["They walked on together and saw a city, a lake and the sea.", "Together they saw the sea for the first time."], ["But in the evening {n} thought of home.", "After some weeks, {n} missed {his} own bed."], ["So {he} went back and took {m} with {him}.", "Back home {he} told everybody about {m}, and everybody was happy.", "\"The best thing about a journey is to come home,\" said {n}."]],
]
ABOUT = [["{n} and {m} liked to talk about {t}.", "{n} and {m} were friends, and both of them loved {t}."], ["One day {m} asked, \"What do you think about {t}?\"", "\"I want to know more about {t},\" said {m}.", "\"Tell me something about {t},\" said {m} one evening."], ["{n} thought about it for a long time.", "{n} did not know what to say."],
         ["They went to the library and read until it was dark.", "They asked the old {d} in the {p}.", "So they walked to the {p} and looked around."], ["There they found {a_o} with a note on it.", "The answer surprised them."], ["\"{t_cap}: the more you look, the more you find,\" said {m}.", "\"You have to find out for yourself,\" it said.", "And so they learned that a good question is better than a quick answer."],
         ["They went home happy.", "From that day on, they knew what to talk about.", "And that is the end of the story."]]
LONE = [["Once there was {a_o} that stood in {a_p}.", "In {a_p} there was {a_o}."], ["It was old, and nobody looked at it.", "Every day people walked by, but nobody stopped."], ["\"I wish somebody needed me,\" it thought.", "It was sad and felt alone."], ["One day {m}, {a_d}, came by.", "Then, one cold evening, {m} the {d} saw it."], ["{cap_she} took it home and cleaned it.", "\"You are just what I need,\" said {m}."],
        ["Now it has a place by the window.", "Since then, {m} uses it every day."], ["And the {o} is not sad any more.", "And if it is not broken, it is still there today."]]


def names(r):
    """(name, pronouns) of two characters. Their first letters differ."""
    def one():
        boy = r.random() < .5
        n = r.choice(BOYS + MORE_BOYS if boy else GIRLS + MORE_GIRLS) if r.random() < .85 else cap(new_word(r))
        return n, ("he", "him", "his") if boy else ("she", "her", "her")
    a, b = one(), one()
    while a[0][0] == b[0][0]:
        b = one()
    return a, b


def story(r):
    (n, (he, him, his)), (m, (she, her, hers)) = names(r)
    c, d = r.sample(KINDS, 2) if r.random() < .85 else (new_word(r), r.choice(ANIMALS + JOBS))
    c = r.choice(ANIMALS) if c in (FEMALE if he == "he" else MALE) else c
    d = r.choice(ANIMALS) if d in (FEMALE if she == "he" else MALE) or d == c else d
    if r.random() < .15:
        c = f"{r.choice(W('little small old young brave lazy clever sad happy shy hungry curious lonely'))} {c}"
    thing = r.choice(NOUNS) if r.random() < .85 else r.choice(THINGS)
    o, p, s, f = f"{r.choice(ADJ if r.random() < .6 else ADJECTIVES)} {thing}", r.choice(LANDS), r.choice(SKILLS), r.choice(FEARS)
    x = r.random()
    plot = ABOUT if x < .16 else LONE if x < .24 else PLOTS[0] if x < .42 else r.choice(PLOTS)
    t = r.choice(SUBJECTS + [plural(thing), "the " + thing, new_word(r)])
    q = pick(r, ["Tell me a [short |tiny |little |bedtime |nice ||]story", "Write a [short |tiny |little |]story", "Can you tell me a story", "I want to hear a story", "Make up a story", "Tell a story", "Write me a story", "Give me a story", "story please", "Story time!", "Please tell me a [short |]story", "Do you know a story", "Invent a story"])
    if plot is ABOUT:
        q += f" about {t}" + (f" with {n} and {m}" if r.random() < .15 else "")
    elif plot is LONE:
        q += f" about {an(o)}" + r.choice(["", f" in the {p}"])
    elif r.random() < .75:
        q += f" about {an(c)}" + (r.choice([" named ", " called "]) + n if r.random() < .5 else "")
        if r.random() < .3:
            q += f" and {an(d)}" + (r.choice([" named ", " called "]) + m if r.random() < .4 else "")
        y = r.random()
        q += f" who finds {an(o)}" if plot is PLOTS[0] and y < .5 else f" who wants to {s}" if plot is PLOTS[1] and y < .5 else f" who is afraid of {f}" if plot is PLOTS[2] and y < .5 else ""
        q += r.choice(["", "", f" in the {p}"])
    q += r.choice([".", ".", "", "?" if q.startswith(("Can", "Do")) else "."])
    fields = dict(n=n, m=m, c=c, d=d, a_c=an(c), a_d=an(d), he=he, him=him, his=his, she=she, her=her, hers=hers, p=p, a_p=an(p), o=o, a_o=an(o), s=s, f=f, t=t, t_cap=cap(t), cap_he=cap(he), cap_she=cap(she))
    fields["find"] = r.choice(FIND).replace("a {o}", an(o))
    text = " ".join(r.choice(alternatives).format(**fields) for alternatives in plot)
    out = [(noise(r, q), text, 1)]
    x = r.random()
    if x < .3:
        qa = [("Who is the story about?", f"The story is about {n} and {m}." if plot is not LONE else f"The story is about {an(o)}."), (f"Who is {m}?", f"{m} is {an(d)}." if plot is not ABOUT else f"{m} is a friend of {n}.")]
        if plot in PLOTS:
            qa += [(f"Who is {n}?", f"{n} is {an(c)}."), (f"What kind of animal is {n}?" if c in ANIMALS else f"What is {n}?", f"{n} is {an(c)}."), ("Where does the story happen?", f"The story happens near the {p}."), (f"Where does {n} live?", f"{n} lives near the {p}.")]
        if plot is PLOTS[1]:
            qa.append((f"What did {n} want to learn?", f"{n} wanted to learn to {s}."))
        if plot is PLOTS[2]:
            qa.append((f"What was {n} afraid of?", f"{n} was afraid of {f}."))
        if plot is PLOTS[0]:
            qa.append((f"What did {n} find?", f"{n} found {an(o)}."))
        out += [(noise(r, a), b, 2) for a, b in r.sample(qa, min(len(qa), r.choice([1, 1, 2])))]
    elif x < .36:
        out.append((r.choice(["Nice story", "That was nice", "I like it", "Good story!", "Thank you for the story"]), r.choice(["Thank you! I am glad you like it.", "Glad you like it."]), 1))
    return out


def poem(r):
    x = r.random()
    if x > .85:
        w = r.choice(THINGS)
        return [(noise(r, pick(r, ["Write a sentence with the word {}", "Make a sentence with {}", "Use {} in a sentence", "Write a sentence about {a}", "Write one sentence about {a}."]).format(w, a=an(w))), r.choice(["In the old house there was {a} that nobody had seen before.", "Yesterday I read a story about {a}.", "Everybody in the village talked about the {w}.", "The child drew {a} and gave it to a friend."]).format(w=w, a=an(w)), 1)]
    if x < .25:
        return [(noise(r, pick(r, ["Write a haiku", "Can you write a haiku?", "A haiku please", "haiku"])), r.choice(HAIKU), 1)] if x < .06 else [(noise(r, pick(r, ["Write a [short |]poem", "Write me a poem", "Can you write a poem?", "Tell me a poem", "poem please", "Do you know a poem?", "Make a rhyme", "A poem, please.", "Write something that rhymes"])), r.choice(POEMS), 1)]
    t = r.choice([r.choice(SUBJECTS), plural(r.choice(THINGS)), "the " + r.choice(THINGS), an(r.choice(THINGS)), plural(r.choice(ANIMALS)), new_word(r)])
    return [(noise(r, pick(r, ["Write a [short |little |]poem about {}", "Write me a poem about {}", "Can you write a poem about {}?", "A poem about {} please", "poem about {}", "Make a rhyme about {}", "Tell me a poem about {}"]).format(t)), r.choice(TOPIC_POEMS).format(t=t), 1)]


if __name__ == "__main__":
    for i in range(30):
        for q, a, w in (story if i % 5 else poem)(random.Random(f"show-{i}")):
            print(q, "\n    ", a)
