import type { fields as englishFields, text as englishText } from '../../en/compare/fields'
import { counted } from '../../words/de'

export const fields: typeof englishFields = {
  speed: {
    tests: {
      label: 'Tests',
      meaning:
        'In der Schreibweise von llama-bench: pp512 verarbeitet 512 Tokens auf einmal, tg128 erzeugt 128 Tokens nacheinander, pp512+tg128 macht beides.',
    },
    depths: {
      label: 'Tiefen',
      meaning: 'Tokens im Cache vor jedem Test. Mehrere Tiefen zeigen, wie das Tempo sinkt, wenn der Cache sich füllt.',
    },
    repetitions: {
      label: 'Wiederholungen',
      meaning: 'So oft wird jeder Test gemessen. Bei nur einer Wiederholung gibt es keine Fehlerbalken.',
    },
    warmUp: { label: 'Aufwärmen', meaning: 'Führt jeden Test aus, bevor er gemessen wird.' },
  },
  latency: {
    prompt: { label: 'Prompt der Turns', meaning: 'Jeder Turn sendet diesen Prompt.' },
    newWords: {
      label: 'Neue Wörter',
      meaning:
        'Kurze Wörter, die jeder Turn vor den Prompt setzt, damit kein Cache ihn hat. Die meisten Modelle haben ein Token für jedes Wort. Alle Einstellungen bekommen dieselben Wörter. Ein Server braucht sie: Einen wiederholten Prompt würde er aus seinem Cache beantworten.',
    },
    turns: { label: 'Turns', meaning: 'So viele Turns werden für jede Einstellung gemessen.' },
    outputTokens: {
      label: 'Tokens pro Turn',
      meaning: 'Jeder Turn erzeugt genau so viele Tokens, auch über das Ende einer Antwort hinaus.',
    },
    ttft: {
      label: 'Max. TTFT in ms',
      meaning:
        'Ein Turn zählt für Goodput nur, wenn sein erstes Token innerhalb dieser Zeit kommt. Beide Grenzen lassen sich nach dem Durchlauf ändern.',
    },
    itl: {
      label: 'Max. ITL in ms',
      meaning: 'Ein Turn zählt für Goodput nur, wenn auch 9 von 10 seiner Abstände zwischen Tokens innerhalb dieser Zeit liegen.',
    },
  },
  quality: {
    chunkTokens: {
      label: 'Abschnittslänge',
      meaning:
        'In Tokens. Der Text wird in Abschnitten dieser Länge gelesen. Wie in llama-perplexity wird die zweite Hälfte jedes Abschnitts gewertet.',
    },
    maxChunks: {
      label: 'Max. Abschnitte',
      meaning: 'Wenn leer, wird der ganze Text verwendet. Mehr Abschnitte verkleinern die Fehler.',
      all: 'alle',
    },
    specialTokens: {
      label: 'Spezialtokens',
      meaning:
        'An: Zeichen wie <|im_start|> im Text werden zu Spezialtokens des Modells, wie im Chat. Aus: Sie werden als einfacher Text gelesen, wie in llama-perplexity; nur dann sind die Werte mit dessen Werten vergleichbar.',
    },
  },
  passkey: {
    depths: { label: 'Stellen in Prozent', meaning: 'Wo im Text die Zahl steht: 0 ist der Anfang, 100 das Ende.' },
    promptTokens: { label: 'Tokens im Text', meaning: 'Ungefähr: Der Text endet mit einem ganzen Satz.' },
    trials: { label: 'Versuche', meaning: 'Versuche an jeder Stelle, jeder mit einer anderen Zahl.' },
  },
  suite: {
    prompts: {
      label: 'Prompts der Sammlung',
      meaning:
        'So viele Prompts der mitgelieferten Sammlung werden verwendet. Dieselbe Zahl ergibt immer dieselben Prompts; mehr Prompts verkleinern die Intervalle.',
    },
  },
  answers: {
    prompts: { label: 'Prompts', meaning: 'Ein Prompt je Zeile.' },
    maxTokens: { label: 'Max. Tokens', meaning: 'Eine Antwort kann kürzer sein.' },
  },
  cacheless: {
    note: 'Gemessen wird nur die erste Einstellung, denn dieser Teil zeigt, was ein Cache überhaupt spart.',
    prompt: { label: 'Prompt zum Fortsetzen', meaning: 'Mit diesem Prompt beginnt der Text, mit und ohne Cache.' },
    tokens: { label: 'Zu erzeugende Tokens', meaning: 'Ohne Cache dauert ein Token umso länger, je mehr Tokens davor stehen.' },
  },
}

export const text: typeof englishText = {
  label: 'Text',
  placeholder: 'Text wählen',
  characters: (count) => counted(count, 'Zeichen', 'Zeichen'),
  bundled: {
    story: {
      title: 'Geschichte',
      about: 'Die ersten Kapitel von „Alice’s Adventures in Wonderland“ von Lewis Carroll, 1865, auf Englisch; gemeinfrei.',
    },
    code: { title: 'Programmcode', about: 'TypeScript: ein Teil des Quelltexts von Headroom.' },
    pocket: {
      title: 'Unterhaltungen',
      about:
        'Ähnlich den Trainingsdaten des eingebauten Modells Pocket, aber nicht darin enthalten. Anderen Modellen ist dieser Text ungewohnt.',
    },
  },
  own: { name: 'Eigener Text', note: 'Einfügen, oder eine .txt-Datei auf dieses Fenster ziehen.' },
  ofRun: (name) => `${name}, aus dem früheren Durchlauf`,
  pasted: 'eingefügter Text',
  field: {
    label: 'Ihr Text',
    meaning: 'Er muss mindestens so lang wie zwei Abschnitte sein. Einige tausend Tokens ergeben Werte mit kleinen Fehlern.',
    placeholder: 'Text hier einfügen.',
  },
  file: { label: 'Textdatei', choose: '.txt-Datei wählen …' },
  size: (name, characters, isCut) => `${name}, ${isCut ? 'abgeschnitten nach ' : ''}${counted(characters, 'Zeichen', 'Zeichen')}`,
}
