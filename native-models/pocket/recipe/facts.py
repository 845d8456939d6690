"""Simple facts about the world, as (questions, answers), hand-written for this project.

Syntax as in knowledge.py: [a|b|c] picks one alternative.
"""
W = str.split


def pairs(text):
    """'a b, c d' to [(a, b), (c, d)]; '_' is a space."""
    return [tuple(x.replace("_", " ") for x in p.split()) for p in text.split(",")]


CAPITALS = pairs("France Paris, Germany Berlin, Italy Rome, Spain Madrid, Portugal Lisbon, England London, the_United_Kingdom London, Ireland Dublin, Scotland Edinburgh, Wales Cardiff, Norway Oslo, Sweden Stockholm, Finland Helsinki, Denmark Copenhagen, Iceland Reykjavik, the_Netherlands Amsterdam, "
                 "Belgium Brussels, Austria Vienna, Switzerland Bern, Poland Warsaw, the_Czech_Republic Prague, Slovakia Bratislava, Hungary Budapest, Romania Bucharest, Bulgaria Sofia, Greece Athens, Turkey Ankara, Russia Moscow, Ukraine Kyiv, Croatia Zagreb, Serbia Belgrade, Slovenia Ljubljana, "
                 "Estonia Tallinn, Latvia Riga, Lithuania Vilnius, Luxembourg Luxembourg, Albania Tirana, Malta Valletta, Cyprus Nicosia, Egypt Cairo, Morocco Rabat, Algeria Algiers, Tunisia Tunis, Kenya Nairobi, Ethiopia Addis_Ababa, Nigeria Abuja, Ghana Accra, Senegal Dakar, Uganda Kampala, "
                 "China Beijing, Japan Tokyo, South_Korea Seoul, North_Korea Pyongyang, India New_Delhi, Pakistan Islamabad, Nepal Kathmandu, Thailand Bangkok, Vietnam Hanoi, Indonesia Jakarta, Malaysia Kuala_Lumpur, the_Philippines Manila, Mongolia Ulaanbaatar, Iran Tehran, Iraq Baghdad, Syria Damascus, "
                 "Lebanon Beirut, Jordan Amman, Saudi_Arabia Riyadh, Qatar Doha, Afghanistan Kabul, Australia Canberra, New_Zealand Wellington, Canada Ottawa, the_United_States Washington, the_USA Washington, Mexico Mexico_City, Cuba Havana, Jamaica Kingston, Brazil Brasilia, "
                 "Argentina Buenos_Aires, Chile Santiago, Peru Lima, Colombia Bogota, Venezuela Caracas, Ecuador Quito, Uruguay Montevideo, Paraguay Asuncion, Panama Panama_City, Costa_Rica San_Jose, Guatemala Guatemala_City")
CONTINENTS = {"Europe": W("France Germany Italy Spain Portugal Ireland Norway Sweden Finland Denmark Iceland Belgium Austria Switzerland Poland Hungary Romania Bulgaria Greece Ukraine Croatia"), "Africa": W("Egypt Morocco Algeria Tunisia Kenya Ethiopia Nigeria Ghana Senegal Uganda"),
              "Asia": W("China Japan India Pakistan Nepal Thailand Vietnam Mongolia Iran Iraq Jordan"), "North America": W("Canada Mexico Cuba Jamaica Panama"), "South America": W("Brazil Argentina Chile Peru Colombia Venezuela Ecuador Uruguay")}
LANGUAGES = pairs("France French, Germany German, Italy Italian, Spain Spanish, Portugal Portuguese, Poland Polish, Sweden Swedish, Norway Norwegian, Denmark Danish, Hungary Hungarian, Greece Greek, Turkey Turkish, Russia Russian, Ukraine Ukrainian, China Chinese, Japan Japanese, Brazil Portuguese, Mexico Spanish, Argentina Spanish, Austria German, Egypt Arabic")
OPPOSITES = pairs("hot cold, big small, tall short, up down, left right, day night, black white, good bad, old young, new old, fast slow, happy sad, rich poor, hard soft, light dark, heavy light, open closed, full empty, wet dry, high low, loud quiet, near far, early late, first last, strong weak, clean dirty, "
                  "easy difficult, thick thin, wide narrow, deep shallow, sweet sour, in out, on off, yes no, true false, right wrong, win lose, start stop, push pull, buy sell, love hate, war peace, north south, east west, summer winter, before after, inside outside, always never, cheap expensive, brave afraid, polite rude, front back, top bottom, begin end")
SOUNDS = pairs("cow moo, dog woof, cat meow, duck quack, sheep baa, pig oink, lion roar, frog croak, owl hoot, bee buzz, horse neigh, rooster cock-a-doodle-doo, mouse squeak, snake hiss, wolf howl, donkey hee-haw")
YOUNG = pairs("dog puppy, cat kitten, cow calf, horse foal, sheep lamb, goat kid, pig piglet, duck duckling, chicken chick, lion cub, bear cub, frog tadpole, deer fawn, goose gosling, swan cygnet, kangaroo joey")
LEGS = pairs("dog four, cat four, horse four, cow four, spider eight, insect six, ant six, bee six, fly six, beetle six, butterfly six, bird two, duck two, chicken two, human two, snake no, fish no, worm no, octopus no, elephant four, lion four, frog four")
KIND_OF = {"mammal": W("dog cat whale dolphin bat horse cow elephant lion tiger bear wolf fox mouse rabbit squirrel kangaroo human"), "bird": W("penguin owl duck eagle crow ostrich chicken goose swan robin parrot"), "reptile": W("snake turtle lizard crocodile"), "fish": W("shark salmon tuna"),
           "insect": W("bee ant butterfly fly beetle moth mosquito"), "amphibian": W("frog toad newt")}
HOMES = pairs("bee hive, bird nest, spider web, fox den, dog kennel, horse stable, lion den, beaver lodge, ant anthill, king castle")
COLOR_OF = [("the sky on a clear day", "blue"), ("the sky", "blue"), ("grass", "green"), ("snow", "white"), ("blood", "red"), ("a banana", "yellow"), ("a lemon", "yellow"), ("coal", "black"), ("a carrot", "orange"), ("milk", "white"), ("chocolate", "brown"), ("a ripe tomato", "red"), ("a strawberry", "red"),
            ("a frog", "usually green"), ("an elephant", "gray"), ("a flamingo", "pink"), ("gold", "yellow"), ("leaves in summer", "green"), ("an orange", "orange"), ("a crow", "black"), ("the sea", "blue"), ("a polar bear", "white"), ("a stop sign", "red")]
MIXES = [("blue and yellow", "green"), ("red and yellow", "orange"), ("red and blue", "purple"), ("red and white", "pink"), ("black and white", "gray")]
UNITS = [("seconds", "minute", "60"), ("minutes", "hour", "60"), ("hours", "day", "24"), ("days", "week", "7"), ("months", "year", "12"), ("weeks", "year", "52"), ("days", "year", "365"), ("years", "decade", "10"), ("years", "century", "100"), ("years", "millennium", "1000"), ("seconds", "hour", "3600"),
         ("minutes", "day", "1440"), ("meters", "kilometer", "1000"), ("centimeters", "meter", "100"), ("millimeters", "centimeter", "10"), ("millimeters", "meter", "1000"), ("grams", "kilogram", "1000"), ("kilograms", "ton", "1000"), ("milliliters", "liter", "1000"), ("inches", "foot", "12"), ("feet", "yard", "3"),
         ("cents", "dollar", "100"), ("cents", "euro", "100"), ("eggs", "dozen", "12"), ("bits", "byte", "8"), ("letters", "English alphabet", "26"), ("degrees", "full circle", "360"), ("degrees", "right angle", "90"), ("sides", "triangle", "3"), ("sides", "square", "4"), ("sides", "pentagon", "5"), ("sides", "hexagon", "6"),
         ("sides", "octagon", "8"), ("sides", "cube", "6"), ("wheels", "car", "4"), ("wheels", "bicycle", "2"), ("wheels", "tricycle", "3"), ("strings", "violin", "4"), ("strings", "guitar", "6"), ("players", "football team", "11"), ("squares", "chess board", "64"), ("cards", "deck", "52"), ("keys", "piano", "88"), ("colors", "rainbow", "7"), ("seasons", "year", "4"), ("days", "leap year", "366")]
MONTH_DAYS = pairs("January 31, February 28, March 31, April 30, May 31, June 30, July 31, August 31, September 30, October 31, November 30, December 31")
PLANETS = W("Mercury Venus Earth Mars Jupiter Saturn Uranus Neptune")
HELLO = {"hello": ("bonjour", "hallo", "hola", "ciao"), "thank you": ("merci", "danke", "gracias", "grazie"), "yes": ("oui", "ja", "sí", "sì"), "no": ("non", "nein", "no", "no"), "good morning": ("bonjour", "guten Morgen", "buenos días", "buongiorno"), "goodbye": ("au revoir", "auf Wiedersehen", "adiós", "arrivederci"),
         "please": ("s'il vous plaît", "bitte", "por favor", "per favore"), "water": ("eau", "Wasser", "agua", "acqua"), "bread": ("pain", "Brot", "pan", "pane"), "house": ("maison", "Haus", "casa", "casa"), "dog": ("chien", "Hund", "perro", "cane"), "cat": ("chat", "Katze", "gato", "gatto"),
         "friend": ("ami", "Freund", "amigo", "amico"), "good night": ("bonne nuit", "gute Nacht", "buenas noches", "buonanotte"), "book": ("livre", "Buch", "libro", "libro"), "sun": ("soleil", "Sonne", "sol", "sole"), "one": ("un", "eins", "uno", "uno"), "love": ("amour", "Liebe", "amor", "amore")}
# What a thing is. The article is left out where the word has none.
IS = """a fox is a wild animal with red fur and a bushy tail. a cat is a small animal that many people keep at home. a dog is an animal that lives with people and is known as a loyal friend. a bear is a large, strong animal with thick fur. an owl is a bird that hunts at night. a mouse is a very small animal with a long tail.
a rabbit is a small animal with long ears. a horse is a large animal that people can ride. a turtle is a slow animal with a hard shell. a frog is a small animal that lives near water and jumps. a duck is a bird that swims on lakes and ponds. a hedgehog is a small animal with spines. a squirrel is a small animal that climbs trees and collects nuts.
a goat is a farm animal that gives milk. a wolf is a wild animal that lives in packs. a badger is an animal with a black and white face that digs burrows. an otter is an animal that swims well and eats fish. a penguin is a bird that cannot fly but swims very well. a crow is a clever black bird. a snail is a slow little animal with a shell on its back.
a lion is a large wild cat that lives in groups. a tiger is the largest wild cat and has stripes. a whale is a very large mammal that lives in the sea. a deer is a shy forest animal; the males have antlers. a sheep is a farm animal that gives wool. an elephant is the largest land animal and has a trunk. a giraffe is the tallest animal in the world. a cow is a farm animal that gives milk.
a pig is a farm animal with a flat nose. a chicken is a farm bird that lays eggs. a bee is an insect that makes honey. a spider is a small animal with eight legs; many spiders build webs. a butterfly is an insect with colorful wings. a snake is a long animal without legs. a dolphin is a clever mammal that lives in the sea. a shark is a large fish with sharp teeth. an eagle is a large bird of prey.
bread is a food that is baked from flour and water. cheese is a food that is made from milk. an apple is a round fruit that grows on trees. soup is a liquid food that is eaten with a spoon. a cake is a sweet food that is baked. honey is a sweet food that bees make. rice is a grain that grows in wet fields. a pear is a sweet fruit that grows on trees. a carrot is an orange root vegetable.
a tomato is a red fruit that is used like a vegetable. a potato is a vegetable that grows under the ground. an onion is a vegetable that can make you cry when you cut it. a lemon is a sour yellow fruit. a banana is a long yellow fruit. a cherry is a small red fruit with a stone. butter is made from cream. salt is a mineral that makes food taste better. sugar makes food sweet. tea is a drink made from leaves and hot water.
coffee is a drink made from roasted beans. milk is a white drink that comes from cows and other animals. water is a clear liquid that all living things need. juice is a drink that is pressed from fruit. an egg is laid by a bird, and many people eat the eggs of chickens.
a key is a thing that opens a lock. a lamp is a thing that gives light. a chair is a thing to sit on. a table is a piece of furniture with a flat top. a bottle is a container for liquids. a basket is a container that is made of woven material. a clock is a machine that shows the time. a drum is an instrument that you hit. a kite is a toy that flies in the wind. a boat is a vehicle that moves on water.
a lantern is a lamp that you can carry. a mirror is a glass in which you can see yourself. a hammer is a tool for driving nails. a bucket is a container with a handle, used to carry water. a candle is a stick of wax that burns and gives light. a ladder is a tool with steps for climbing. a pillow is a soft thing to rest your head on. a coin is a round piece of metal money. a ring is a piece of jewelry for the finger.
a hat is a thing that you wear on your head. a coat is a warm thing that you wear over other clothes. a glove keeps a hand warm. a bell is a metal thing that rings when you hit it. a book is a set of printed pages that you can read. a map is a drawing that shows where places are. a letter is a written message that is sent to someone. a spoon is a tool for eating soup. a plate is a flat dish for food. a cup is a small container for drinks.
a rope is a thick, strong string. a wheel is a round thing that turns and lets vehicles roll. a tent is a house of cloth for camping. a bridge lets people cross a river or a road. a tower is a tall, narrow building. a window lets light into a room. a bicycle is a vehicle with two wheels that you move with your legs. an engine is a machine that makes things move. a robot is a machine that can do tasks by itself.
a radio is a machine that plays sound sent through the air. a camera is a machine that takes pictures. a pencil is a tool for writing and drawing. a piano is an instrument with black and white keys. a violin is an instrument with four strings that is played with a bow. a guitar is an instrument with strings, usually six. an anchor is a heavy thing that keeps a ship in place. a compass shows where north is.
a telescope makes far things look near. an umbrella keeps you dry in the rain. a blanket is a warm cover for a bed. a whistle makes a high sound when you blow into it. a balloon is a bag of thin rubber filled with air or gas. a trumpet is an instrument of brass that you blow. a kettle is a pot for boiling water. a statue is a figure made of stone, metal or wood. a fountain is a place where water shoots into the air.
a garden is a place where plants are grown. a forest is a large area with many trees. a desert is a very dry place where few plants grow. a library is a place where you can borrow books. a museum is a place that shows old or interesting things. an island is land with water all around it. a mountain is a very high piece of land. a river is water that flows through the land to the sea. a lake is a large area of water with land around it.
a valley is low land between hills. a volcano is a mountain that can throw out hot melted rock. an ocean is a very large sea. a tree is a tall plant with a trunk of wood. a flower is the colorful part of a plant. a seed is the small part of a plant from which a new plant grows. the sun is a star, and the Earth moves around it. the moon is a ball of rock that moves around the Earth. a star is a huge ball of hot gas that gives light.
a planet is a large ball that moves around a star. rain is water that falls from clouds. snow is frozen water that falls in flakes. wind is moving air. thunder is the sound of lightning. lightning is a giant electric spark in the sky. a rainbow is a bow of colors that appears when the sun shines on rain. fog is a cloud that lies on the ground. ice is frozen water. fire is what you see when something burns.
a baker is a person who bakes bread. a teacher is a person who helps others learn. a farmer is a person who grows food. a doctor is a person who helps sick people. a pilot is a person who flies a plane. a sailor is a person who works on a ship. a nurse is a person who cares for sick people. a tailor is a person who makes clothes. a carpenter is a person who makes things from wood. an astronaut is a person who travels into space.
a computer is a machine that follows programs. a program is a list of instructions for a computer. a file is a piece of data with a name on a disk. a folder is a place for files. a bug is a mistake in a program. a CPU is the main processor of a computer. a GPU is a processor that does many calculations at the same time. RAM is the fast memory of a computer; it is empty after the power is off. an algorithm is a list of steps that solves a problem.
the internet is a network that connects computers all over the world. Python is a programming language. JavaScript is a programming language that runs in web browsers. Linux is a free operating system. a web browser is a program that shows websites. a keyboard is a device for typing. an operating system is the program that runs a computer and its other programs. open source means that everybody may read and change the source code of a program.
a neural network is a program made of many simple units whose numbers are learned from examples. artificial intelligence is the name for programs that do things which seem to need thinking. machine learning means that a program learns from examples instead of fixed rules. a chatbot is a program that you can talk to in writing. a prime number is a number above 1 that can be divided only by 1 and itself. a triangle is a shape with three sides.
a verb is a word for an action. a noun is a word for a person, a place or a thing. an adjective is a word that describes a noun. a sentence is a group of words that says something complete. a metaphor says one thing as if it were another. gravity is the force that pulls things toward each other. electricity is the flow of tiny charged particles. photosynthesis is how plants make sugar from light, water and carbon dioxide.
an atom is a tiny building block of everything around us. a molecule is a group of atoms that hold together. oxygen is a gas in the air that we need to breathe. evolution means that living things change over many generations. DNA is the molecule that stores the building plan of living things. a cell is the smallest part of a living thing. a virus is a tiny thing that can make you ill. inflation means that prices rise and money buys less.
democracy means that the people choose who governs them. a black hole is a place in space with such strong gravity that not even light can leave it. a year is the time the Earth needs to go around the sun. chess is a board game for two players. football is a game in which two teams try to put a ball into a goal."""
# Question forms that share an answer are separated by '/'. Each answer is one plain true sentence.
WHY = """Why is the sky blue/Why is the sky blue during the day/What makes the sky blue = The air scatters blue light more than red light, so blue light reaches us from all over the sky.
Why is grass green/Why are leaves green/Why are plants green = Plants contain chlorophyll, which takes in red and blue light and reflects green light.
Why is the sea salty/Why is the ocean salty/Why is sea water salty = Rivers wash salt out of rocks and carry it to the sea, and the salt stays there when the water evaporates.
Why is ice cold/Why does ice feel cold = Ice feels cold because it takes heat from your hand.
Why is snow white = Snow is white because its many small crystals scatter all the colors of light.
Why does ice float/Why does ice float on water = Ice floats because water expands when it freezes, so ice is lighter than the same volume of water.
Why do we sleep/Why do people sleep/Why do I need sleep = Sleep lets the body rest and helps the brain to store what it learned.
Why do we dream = Nobody knows exactly; the brain stays active in sleep, and dreams may help it to sort memories.
Why do birds sing = Birds sing to find a mate and to tell other birds that this place is taken.
Why do cats purr = Cats often purr when they feel safe, and sometimes to calm themselves.
Why do dogs bark = Dogs bark to warn, to greet and to get attention.
Why do leaves fall in autumn/Why do trees lose their leaves = Trees drop their leaves in autumn to save water and energy in winter.
Why are there seasons/Why do we have seasons/What causes the seasons = The axis of the Earth is tilted, so each half gets more sunlight in its summer and less in its winter.
Why is there day and night/What causes day and night/Why does it get dark at night = The Earth turns around once a day, so each place is turned to the sun and then away from it.
Why does the moon shine/Why does the moon glow = The moon has no light of its own; it reflects the light of the sun.
Why does the moon change its shape/Why does the moon have phases = As the moon moves around the Earth, we see a different part of its sunlit half.
Why are there tides/What causes the tides/What causes high tide = The gravity of the moon and the sun pulls on the water of the sea.
Why is the sun hot/Why does the sun shine = In the middle of the sun, hydrogen turns into helium and sets free a lot of energy.
Why is the sunset red/Why is the sky red in the evening/Why are sunsets red = In the evening the light travels a long way through the air, which scatters the blue away and leaves the red.
Why do stars twinkle = The moving air bends the light of the stars a little, so they seem to twinkle.
Why does it rain/How does rain form/Where does rain come from = Water evaporates, rises and cools into clouds; when the drops become heavy, they fall as rain.
Why is there thunder/Why does it thunder/What causes thunder = Lightning heats the air so fast that the air expands with a bang, and we hear it as thunder.
Why do we see lightning before thunder = Light is much faster than sound.
Why do onions make you cry/Why do I cry when I cut onions = A cut onion sets free a gas that stings the eyes, and tears wash it away.
Why do we yawn = Nobody knows for sure; people yawn when they are tired or bored, or when they see others yawn.
Why do boats float/Why do ships float/How can a heavy ship float = A ship floats because it pushes aside water that weighs as much as the ship.
How do planes fly/Why do planes fly/How does a plane work/How does a plane fly = The wings of a plane push air down, and the air pushes the plane up.
How do fish breathe/How can fish breathe under water = Fish take oxygen from the water with their gills.
How do bees make honey = Bees collect nectar from flowers and dry it in the hive until it becomes honey.
How does a rainbow form/Why do we see a rainbow/What makes a rainbow = Drops of rain split the light of the sun into its colors.
How does a magnet work/Why does a magnet attract iron = A magnet has a magnetic field, which pulls on iron and some other metals.
How does a fridge work/How does a refrigerator work = A fridge pumps heat from its inside to the outside with a liquid that evaporates and condenses.
How does a battery work = A battery turns chemical energy into electric energy.
How does a car work/How does an engine work/How does a car engine work = An engine burns fuel in cylinders, and the hot gas pushes pistons that turn the wheels; an electric car uses a motor and a battery instead.
How does the brain work = The brain is a network of billions of nerve cells that send signals to each other.
How does a computer work = A computer reads instructions from memory and carries them out, one small step after another, very fast.
How does the internet work = The internet sends data in small packets from one computer to the next until they arrive.
How does a telescope work = A telescope collects light with a lens or a mirror and makes far things look larger.
How do plants grow/How do plants eat/How do plants get food = Plants make their own food from light, water and carbon dioxide.
How do vaccines work = A vaccine shows the body a harmless part or form of a germ, so that it learns to fight it.
How do clouds form/What are clouds made of/What is a cloud made of = Clouds are made of tiny drops of water or crystals of ice.
Why do we have leap years/Why are there leap years = The Earth needs about 365 and a quarter days to go around the sun, so an extra day is added about every four years.
Why do I need to drink water/Why do we drink water = The body loses water all the time and needs it to work.
Why is fire hot = Burning sets free energy as heat and light.
Why do things fall down/Why do things fall = Gravity pulls them toward the Earth.
What is the speed of light/How fast is light = Light travels about 300000 kilometers per second.
What is the speed of sound/How fast is sound = Sound travels about 343 meters per second in air.
What is the largest ocean/Which ocean is the largest/What is the biggest ocean = The Pacific is the largest ocean.
What is the highest mountain/What is the tallest mountain/Which mountain is the highest/What is the highest mountain in the world = Mount Everest is the highest mountain above the sea.
What is the longest river/Which river is the longest/What is the longest river in the world = The Nile and the Amazon are the two longest rivers.
What is the largest country/Which country is the largest/What is the biggest country in the world = Russia is the largest country.
What is the smallest country/Which country is the smallest/What is the smallest country in the world = Vatican City is the smallest country.
What is the largest desert/What is the largest hot desert = The Sahara is the largest hot desert.
What is the largest animal/What is the biggest animal/Which animal is the largest = The blue whale is the largest animal.
What is the fastest animal/What is the fastest land animal/Which animal is the fastest on land = The cheetah is the fastest animal on land.
What is the tallest animal/Which animal is the tallest = The giraffe is the tallest animal.
What is the largest land animal/Which land animal is the largest = The elephant is the largest land animal.
What is the largest planet/Which planet is the largest/What is the biggest planet = Jupiter is the largest planet of our solar system.
What is the smallest planet/Which planet is the smallest = Mercury is the smallest planet of our solar system.
Which planet is closest to the sun/What planet is nearest to the sun = Mercury is closest to the sun.
Which planet is the red planet/What is the red planet/Which planet is called the red planet = Mars is called the red planet.
Which planet has rings/Which planet has the biggest rings = Saturn is known for its large rings.
Which planet is the hottest/What is the hottest planet = Venus is the hottest planet.
Which planet do we live on/What planet do we live on/On which planet do we live = We live on the planet Earth.
How many planets are there/How many planets are in the solar system/How many planets does our solar system have = There are eight planets in our solar system.
Name the planets/What are the planets/List the planets/Can you list all the planets = Mercury, Venus, Earth, Mars, Jupiter, Saturn, Uranus and Neptune.
Is Pluto a planet = Pluto is called a dwarf planet since 2006.
Is the sun a star/Is the sun a planet = The sun is a star.
What is the moon made of/Is the moon made of cheese = The moon is made of rock.
How many moons does the Earth have/How many moons has the Earth = The Earth has one moon.
How many moons does Mars have = Mars has two small moons.
How many continents are there/How many continents does the Earth have = There are seven continents.
Name the continents/What are the continents/List the continents = Africa, Antarctica, Asia, Australia, Europe, North America and South America.
How many oceans are there = There are five oceans.
Name the oceans/What are the oceans/List the oceans = The Arctic, Atlantic, Indian, Pacific and Southern Ocean.
What is the largest continent/Which continent is the largest/What is the biggest continent = Asia is the largest continent.
What is the coldest continent/Which continent is the coldest = Antarctica is the coldest continent.
How old is the Earth = The Earth is about 4.5 billion years old.
Is the Earth flat/Is the Earth round/What shape is the Earth = The Earth is round, nearly like a ball.
How far away is the moon/How far is the moon = The moon is about 384000 kilometers away.
How far away is the sun/How far is the sun = The sun is about 150 million kilometers away.
At what temperature does water boil/When does water boil/What is the boiling point of water = Water boils at 100 degrees Celsius at sea level.
At what temperature does water freeze/When does water freeze/What is the freezing point of water = Water freezes at 0 degrees Celsius.
What is the chemical formula of water/What is the formula of water/What is water made of = Water is H2O: two hydrogen atoms and one oxygen atom.
What is the chemical symbol for gold/What is the symbol of gold = The chemical symbol of gold is Au.
What is the chemical symbol for oxygen/What is the symbol of oxygen = The chemical symbol of oxygen is O.
What is the chemical symbol for iron/What is the symbol of iron = The chemical symbol of iron is Fe.
What is the hardest natural material/What is the hardest material = Diamond is one of the hardest materials in nature.
What do plants need to grow/What does a plant need = Plants need light, water, air and minerals.
What do cows eat/What does a cow eat = Cows eat mostly grass.
What do cats eat/What does a cat eat = Cats eat meat.
What do rabbits eat/What does a rabbit eat = Rabbits eat grass and other plants.
What do pandas eat/What does a panda eat = Pandas eat mostly bamboo.
What do bees make/What do bees produce = Bees make honey and wax.
Can penguins fly/Do penguins fly = No, penguins cannot fly, but they swim very well.
Can fish fly = Most fish cannot, but flying fish can glide above the water.
Can pigs fly = No, pigs cannot fly.
Do fish sleep = Yes, most fish rest in a way that is like sleep.
Is a whale a fish/Are whales fish = No, a whale is a mammal.
Is a spider an insect/Are spiders insects = No, a spider is an arachnid and has eight legs.
Is a tomato a fruit or a vegetable/Is a tomato a fruit = In botany a tomato is a fruit, but in the kitchen it is used as a vegetable.
How many bones does a human have/How many bones are in the human body = An adult has 206 bones.
How many teeth does an adult have/How many teeth does a human have = An adult usually has 32 teeth.
How many fingers does a hand have/How many fingers are on a hand = A hand has five fingers.
How many hearts does an octopus have = An octopus has three hearts.
How many arms does an octopus have = An octopus has eight arms.
How many eyes does a spider have = Most spiders have eight eyes.
How many legs does a centipede have = It depends on the kind; most have between 30 and 382.
What does the heart do/What is the heart for = The heart pumps blood through the body.
What do lungs do/What are lungs for = Lungs take oxygen from the air into the blood.
What are the primary colors/Name the primary colors = In painting, the primary colors are red, yellow and blue.
What are the colors of the rainbow/Name the colors of the rainbow/List the colors of the rainbow = Red, orange, yellow, green, blue, indigo and violet.
Name three colors/Tell me three colors/List three colors = Red, green and blue.
Name three animals/Tell me three animals/List three animals = Fox, owl and bear.
Name three fruits/Tell me three fruits/List three fruits = Apple, pear and cherry.
Name five animals/List five animals = Fox, owl, bear, horse and whale.
Name five fruits/List five fruits = Apple, pear, cherry, banana and lemon.
Name three countries/List three countries = France, Japan and Brazil.
Name three cities/List three cities = Paris, Tokyo and Lima.
What are the seasons/Name the seasons/What are the four seasons/List the seasons = Spring, summer, autumn and winter.
What are the days of the week/Name the days of the week/List the days of the week = Monday, Tuesday, Wednesday, Thursday, Friday, Saturday and Sunday.
What are the months/Name the months/List the months of the year/What are the months of the year = January, February, March, April, May, June, July, August, September, October, November and December.
What are the five senses/Name the five senses = Sight, hearing, smell, taste and touch.
What are the states of matter/What are the three states of matter = Solid, liquid and gas.
What is the first month of the year = January is the first month of the year.
What is the last month of the year = December is the last month of the year.
Which month is the shortest/What is the shortest month = February is the shortest month.
What is the first letter of the alphabet = The first letter of the alphabet is A.
What is the last letter of the alphabet = The last letter of the alphabet is Z.
Say the alphabet/What is the alphabet/Write the alphabet/Recite the alphabet = A B C D E F G H I J K L M N O P Q R S T U V W X Y Z
What are the vowels/Which letters are vowels/Name the vowels = A, E, I, O and U are vowels.
What is pi/What is the value of pi = Pi is about 3.14159.
What is the smallest prime number/What is the first prime number = The smallest prime number is 2.
Name some prime numbers/List the first prime numbers = 2, 3, 5, 7, 11, 13, 17 and 19.
What is half of 100 = Half of 100 is 50.
How many zeros are in a million/How many zeros does a million have = A million has six zeros.
Who wrote Romeo and Juliet/Who wrote Hamlet = William Shakespeare wrote it.
Who painted the Mona Lisa = Leonardo da Vinci painted the Mona Lisa.
Who was the first person on the moon/Who was the first man on the moon/Who walked on the moon first = Neil Armstrong was the first person on the moon, in 1969.
Who was the first person in space/Who was the first human in space = Yuri Gagarin was the first person in space, in 1961.
Who discovered gravity/Who described gravity = Isaac Newton described the law of gravity.
Who was Albert Einstein/Who is Albert Einstein/Who was Einstein/Who is Einstein = Albert Einstein was a physicist who created the theory of relativity.
Who was Marie Curie/Who is Marie Curie = Marie Curie was a scientist who studied radioactivity and won two Nobel Prizes.
Who was Mozart/Who is Mozart = Mozart was a composer from Austria.
Who was Beethoven/Who is Beethoven = Beethoven was a composer from Germany.
Who was Shakespeare/Who is Shakespeare = William Shakespeare was an English writer of plays and poems.
Who was Alan Turing/Who is Alan Turing = Alan Turing was one of the founders of computer science.
Who was Ada Lovelace/Who is Ada Lovelace = Ada Lovelace wrote one of the first computer programs, in the 19th century.
When did World War II end/When did the second world war end = The Second World War ended in 1945.
When did World War I begin/When did the first world war start = The First World War began in 1914.
When did the Berlin Wall fall = The Berlin Wall fell in 1989.
When did the Titanic sink = The Titanic sank in 1912.
Where is the Eiffel Tower/In which city is the Eiffel Tower = The Eiffel Tower is in Paris.
Where is the Colosseum/In which city is the Colosseum = The Colosseum is in Rome.
Where is Big Ben/In which city is Big Ben = Big Ben is in London.
Where are the pyramids/Where are the great pyramids = The great pyramids are in Egypt.
Where is the Great Wall = The Great Wall is in China.
Where is the Statue of Liberty = The Statue of Liberty is in New York.
Where does the sun rise/Where does the sun come up = The sun rises in the east.
Where does the sun set/Where does the sun go down = The sun sets in the west.
Which direction does a compass show/Where does a compass point = A compass points north.
What is the currency of Japan/Which money is used in Japan = The currency of Japan is the yen.
What is the currency of Germany/What is the currency of France/Which money is used in Germany = It is the euro.
What is the currency of the United States/What is the currency of the USA = It is the dollar.
What is the currency of England/What is the currency of the United Kingdom = It is the pound.
Which language do people speak in Brazil/What language is spoken in Brazil = People speak Portuguese in Brazil.
What is the chess piece that moves diagonally/Which chess piece moves only diagonally = The bishop moves only diagonally.
How many people live on Earth/What is the population of the world/How many people are in the world = More than 8 billion people live on Earth.
Which is heavier, a kilogram of iron or a kilogram of feathers/What is heavier, a kilo of feathers or a kilo of iron = They weigh the same: one kilogram.
Which came first, the chicken or the egg/What came first, the chicken or the egg = Eggs came first, because other animals laid eggs long before there were chickens.
What is bigger, the sun or the Earth/Which is bigger, the Earth or the sun = The sun is much bigger than the Earth.
What is bigger, the moon or the Earth/Which is bigger, the moon or the Earth = The Earth is bigger than the moon.
What is bigger, an elephant or a mouse/Which is bigger, a mouse or an elephant = An elephant is bigger than a mouse.
What is faster, a car or a bicycle/Which is faster, a bicycle or a car = A car is faster than a bicycle.
What is 2 + 2/What is two plus two/2+2 = 2 + 2 = 4.
What does AI stand for/What does AI mean = AI stands for artificial intelligence.
What does CPU stand for/What does CPU mean = CPU stands for central processing unit.
What does GPU stand for/What does GPU mean = GPU stands for graphics processing unit.
What does RAM stand for/What does RAM mean = RAM stands for random access memory.
What does USB stand for = USB stands for universal serial bus.
What does PDF stand for = PDF stands for portable document format.
What does WWW stand for = WWW stands for World Wide Web.
What does HTML stand for = HTML stands for hypertext markup language.
What does GPT stand for = GPT stands for generative pre-trained transformer.
What is the meaning of life/What is the sense of life = People have thought about that for thousands of years, and everybody has to find an own answer.
Do aliens exist/Are there aliens/Is there life on other planets = Nobody knows; no life has been found outside the Earth so far.
Are ghosts real/Do ghosts exist = There is no good evidence for ghosts.
Is Santa Claus real = Santa Claus is a figure from stories that many families love.
Do dragons exist/Are dragons real = No, dragons exist only in stories.
Do unicorns exist/Are unicorns real = No, unicorns exist only in stories.
How do I fall asleep/I cannot sleep = A dark, quiet and cool room often helps, and it is good to put screens away early.
How do I boil an egg/How long do I boil an egg/How do you boil an egg = Put the egg in boiling water: about six minutes for a soft egg and ten for a hard one.
How do I make tea/How do you make tea = Pour hot water over the tea, wait three to five minutes and take the tea out.
How do I tie my shoes = Cross the laces, pull one under the other, make a loop, wrap the other lace around it, pull it through and tighten.
What should I drink when it is hot = Water is a good choice when it is hot.
How do I stay healthy = Sleep enough, move every day, eat vegetables and fruit, and drink water."""
