"""Words for the fourth stage: common English words, first names, and words that nobody has seen.

A word made from syllables cannot be learned by heart, so the model has to copy it piece by piece.
"""
from corpus import ADJ, ALLWORDS, BOYS, CITIES, EVAL_NOUNS, FOODS, GIRLS, NOUNS, cap

W = str.split
MORE_BOYS = W("Adrian Alan Albert Alex Ali Andre Arthur Axel Bernd Bob Boris Brian Carl Carlos Chris Colin Craig Damian Daniel David Dennis Diego Dylan Edgar Elias Eric Ethan Ezra Fabian Frank Fred Gabriel Gary George Gordon Harry Henry Ian Igor Jacob James Jan Jerome Joel John Jonas Jordan Joseph Julian Kevin Kofi Lars Leon Liam Louis Lukas Marco Mark Martin Mateo Matthew Mehmet Michael Mohammed Nathan Nick Oliver Patrick Pedro Peter Philip Quentin Rafael Ralph Richard Robert Robin Roger Ryan Sanjay Scott Sebastian Simon Stefan Steve Sven Thomas Tim Tobias Tony Trevor Victor Walter Wei William Yusuf Zack")
MORE_GIRLS = W("Abigail Aisha Alice Alicia Amelia Amy Andrea Angela Ann Astrid Ava Barbara Bella Beth Bianca Brigitte Carmen Carol Caroline Cecilia Chloe Claire Daisy Dana Daphne Diana Edith Elena Elisa Elizabeth Emily Esther Eva Fatima Fiona Flora Frida Gina Grace Hannah Heidi Helen Ines Ingrid Isabel Ivy Jane Janet Jasmine Jenny Jessica Joan Judith Julia Karen Kate Katrin Laura Leila Linda Lisa Louise Lucia Lucy Lydia Margaret Maria Marta Martha Mary Matilda Megan Mei Mona Monica Nadia Naomi Natalie Nina Olivia Paula Penny Petra Priya Rachel Rebecca Rita Sabine Sandra Sarah Selma Silvia Sophie Stella Susan Sylvia Tessa Theresa Ursula Valerie Victoria Wanda Yasmin Yvonne Zara")
# Nouns without those of corpus.py.
COMMON = [w for w in W("acorn address airport album alarm answer apron arm arrow art article attic baby bacon badge bait balance ball bandage bank banner bar bark barn basin bath battery beam beard bed beetle belt bicycle bill bird biscuit blade blossom board body bone boss bottom bow bowl boy brain branch brass bread brick bride brother bubble bug bus bush butcher butterfly cabin cable cactus cage calendar camel camp can canal canoe canvas cape card cart cell cello center chain chalk chapter chart chef child chimney chocolate church cinema circle class clay clerk cliff cloth cloud clown coach coal coast cobweb coffee collar comb comet computer concert cook copper cord cork corn corner cotton couch cousin cradle crane crayon cream cricket crowd crown crystal cube curtain curve daisy dance daughter dawn deck dentist desk diary dinner dish dock doll dolphin donkey dough dragon drain dream dress drill driver dust eagle ear earth edge elbow elephant elevator email engine envelope evening eye fabric face factory fairy falcon family fan father fence fern ferry fiddle field finger fire fish flag flame flood floor flour flower fog folder foot fork frame friend fruit fuel game gas gem ghost giant gift giraffe girl glass globe glue gold goose grain grandfather grandmother grass grill ground group guest guide gull gum hair hall hand handle hawk hay head heart hedge heel herb hero hill hive hole holiday home hook horn hospital hotel hour house hunter ice idea ink insect iron jacket jam jelly jewel job juice jungle kangaroo king kitten knee knife knight knot label lace lamb lane laptop lawn lawyer leaf leather leg lesson lid light lightning line lip lizard lobster log loom luggage lunch machine magazine magnet mail man map maple mask mast mat meal meat medal medicine melody memory menu metal milk mill mine mist model monk monkey monster moon morning moss moth mother motor mouth movie mud muffin mug muscle mushroom music nail napkin neck needle nephew nest net newspaper night noise noodle nose oar ocean office oil olive onion orchard orchestra ostrich otter owl ox page pail palace palm pan panda paper parade parcel parent parrot party passport path pattern pea peacock pebble pen pepper person phone photo picnic picture pie pig pigeon pilot pin pine pipe pirate pizza planet plant plastic pocket poem poet police pond pony pool porch port potion powder present prince princess printer prize pumpkin pupil puppet puppy purse queen question rabbit raccoon radish rail rain rainbow raft ranch rat raven ribbon rice riddle rider rifle ring river road rock rocket roof room root rope rose rug ruler sack saddle sail salad salmon sand sandal sandwich sausage saw scale school science scissors scooter sea seal seat seed shadow shark sheep sheet ship shirt shoe shop shore shovel shower sign silk silver sink sister skate skin skirt sky sleeve slide slipper smoke snack snake snow soap sock sofa soil soldier son song sound spark sparrow spider spoon spring square stable stage stair stamp star steam steel stick stocking store storm story stove straw stream street string suit summer sun swan sweater switch sword table tail tank tape target taxi team tear telephone tent theater thief thorn thread throat throne thumb thunder ticket tie tile toast toe tomb tongue tooth torch towel town toy track tractor trail train trap tray treasure tree triangle trick truck trunk tube tunnel turkey twig uncle uniform valley van vegetable vest video village vine voice volcano wagon waist waiter wallet walnut wand watch water wave wax web weed whale wheat widow wife wind wing winter wire witch wizard woman wood wool word work worker world worm wound wrist yard year zebra zoo")
          if w not in ALLWORDS and w not in EVAL_NOUNS]
ADJECTIVES = sorted(set(ADJ + W("angry ancient bitter brave bright busy calm careful cheap clean clever clumsy cool curious dark deep dry early easy fair famous fast fat fine flat foreign fresh friendly funny gentle glad grand great greedy happy hard high hollow honest huge hungry jolly kind lazy little lonely long loose loud lovely lucky mad modern narrow nervous nice noisy odd pale plain polite poor pretty proud quick rare rich rough rude sad salty shallow sharp short shy silly simple sleepy slim slow smooth sour special steep sticky straight strange strong sweet tall tame thick thin tidy tired ugly weak wide wild wise wrong young")))
DOING = W("bakes breaks brings builds buys carries catches cleans closes collects counts cuts digs draws drops fills finds fixes follows forgets gives hides holds keeps lifts loses makes moves needs opens paints plants pulls pushes reads sees sells sends shows steals takes throws wants washes watches wears")
DID = W("baked broke brought built bought carried caught cleaned closed collected counted cut dug drew dropped filled found fixed followed forgot hid held kept lifted lost made moved needed opened painted planted pulled pushed read saw sold sent showed stole took threw wanted washed watched wore")
ONSETS = W("b c d f g h j k l m n p r s t v w z b d f g k l m n p r s t v b d f g h k l m n p r s t v bl br ch cl cr dr fl fr gl gr pl pr qu sc sh sk sl sm sn sp st str sw th tr tw")
NUCLEI = W("a e i o u a e i o u a e i o u ai ea ee ie oa oo ou y au")
CODAS = [""] * 24 + W("l n r s t") * 2 + W("b d g k l m n p r s t x ck ft lk lt mp nd ng nk nt rd rk rm rn rt sh sk st th")
ENDS = [""] * 16 + W("a o y er ing ed ly ness on en el le um us ia ax in ot ish ton ling ette ova ski")
RUDE = W("shit fuc fuk cunt cock dic dik tit piss ass cum slut nig fag sex rap hoe poo fart bitch coon kik spic whor twat wank nazi porn pus suic kil dead dum")
TAKEN = {*ALLWORDS, *EVAL_NOUNS, *COMMON}
GIVEN = BOYS + GIRLS + MORE_BOYS + MORE_GIRLS
THINGS = sorted(set(NOUNS + COMMON))
PLURAL = {"knife": "knives", "leaf": "leaves", "loaf": "loaves", "scarf": "scarves", "wolf": "wolves", "mouse": "mice", "goose": "geese", "foot": "feet", "tooth": "teeth", "child": "children", "man": "men", "woman": "women", "person": "people", "ox": "oxen",
          "sheep": "sheep", "fish": "fish", "deer": "deer", "wife": "wives", "shelf": "shelves", "elf": "elves", "hero": "heroes", "potato": "potatoes", "tomato": "tomatoes", "thief": "thieves", "half": "halves", "volcano": "volcanoes"}


def plural(w):
    if w in PLURAL:
        return PLURAL[w]
    if w.endswith(("s", "x", "ch", "sh", "z")):
        return w + "es"
    return w[:-1] + "ies" if w.endswith("y") and w[-2:-1] not in "aeiou" else w + "s"


def an(w):
    """The word with its article."""
    return ("an " if w[0] in "aeiou" and not w.startswith(("uni", "use", "eu", "one ")) or w.startswith(("hour", "honest")) else "a ") + w


def new_word(r):
    """An invented word of one to four syllables that is none of ours."""
    while True:
        w = "".join(r.choice(ONSETS) + r.choice(NUCLEI) + r.choice(CODAS) for _ in range(r.choice([1, 1, 2, 2, 2, 3]))) + r.choice(ENDS)
        if 3 <= len(w) <= 12 and w not in TAKEN and not any(x in w for x in RUDE):
            return w


def any_word(r):
    x = r.random()
    return new_word(r) if x < .4 else r.choice(COMMON) if x < .7 else r.choice(ADJECTIVES) if x < .78 else r.choice(GIVEN) if x < .84 else cap(new_word(r)) if x < .88 else r.choice(ALLWORDS)


def noun(r):
    return new_word(r) if r.random() < .3 else r.choice(THINGS)


def person(r):
    """A first name: mostly one of many, else made up."""
    return cap(new_word(r)) if r.random() < .35 else r.choice(GIVEN)


def surname(r):
    return cap(new_word(r))


def place(r):
    return cap(new_word(r)) if r.random() < .4 else r.choice(CITIES)


def sentence(r):
    """A sentence that mixes common and invented words."""
    a, b, c = noun(r), noun(r), noun(r)
    n = r.choice(W("two three four five six seven eight nine ten eleven twelve twenty")) if r.random() < .6 else str(r.randint(2, 999))
    adj = lambda: r.choice(ADJECTIVES)
    who = r.choice([person(r), f"The {a}", f"The {adj()} {a}", f"My {a}"])
    return r.choice([f"{who} {r.choice(DOING)} the {adj()} {b} in {place(r)}.", f"{who} {r.choice(DID)} {n} {adj()} {plural(b)} in {place(r)}.", f"{who} and {person(r)} {r.choice(DID)} a {b} near the {c}.",
                     f"Why did {person(r)} say that the {b} is {adj()}?", f"The {a} of the {b} is {adj()}, but the {c} is not.", f"I {r.choice(DID)} {n} {plural(b)} and one {c}.", f"{who} {r.choice(DID)} the {b}, the {c} and the {r.choice(FOODS)}.",
                     f"Please {r.choice(W('bring send give show sell'))} {person(r)} the {adj()} {b} before {r.randint(1, 12)} o'clock.", f"{n.capitalize()} {adj()} {plural(b)} {r.choice(W('sat slept danced waited sang'))} on the {c}.",
                     f"It is {adj()} that {who[0].lower() + who[1:] if who.startswith(('The', 'My')) else who} {r.choice(DOING)} {plural(c)}!", f"{person(r)} {surname(r)} lives at {r.randint(1, 200)} {cap(noun(r))} Street."])
