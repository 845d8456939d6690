import { formatCount } from '../../../text/amounts'
import type { recording as english } from '../../en/lab/recording'
import { counted, tokens } from '../../words/de'

const told = (words: string): string => (words === '' ? 'keine Antwort' : `„${words}“`)

export const recording: typeof english = {
  setup: {
    region: 'Was aufgezeichnet wird',
    open: 'Einrichten',
    form: 'Aufzeichnung',
    intro: 'Zwei Caches lesen dieselbe Frage und beantworten sie. Das Labor zeichnet jeden Schritt von beiden auf.',
    example: 'Beispiel',
    exampleMeaning: 'Fragen, die einen Unterschied zeigen. Der Text darunter lässt sich ändern.',
    ownText: 'Eigener Text',
    examples: {
      'early-fact': { name: 'Ein Fakt am Anfang', note: 'Ein Cache, der die ältesten Tokens vergisst, vergisst den Code.' },
      'hidden-fact': { name: 'Ein Fakt unter anderen', note: 'Er steht weder am Anfang noch am Ende.' },
      story: { name: 'Eine Geschichte', note: 'Es gibt nichts zu merken, also genügen kleine Caches. Lassen Sie viele Tokens schreiben.' },
    },
    question: 'Frage',
    questionMeaning: (mostTokens) =>
      `Was das Modell liest, bis zu ${tokens(mostTokens)}. Die letzte Zeile ist die Frage, die Zeilen davor sind ihr Kontext.`,
    modeMeaning:
      'In diesem Moment verdrängen Strategien, die es nur einmal tun. Die anderen verdrängen bei jedem Schritt, während sie lesen; sie sehen die Frage nie vorher.',
    lanes: [
      { cache: 'Linker Cache', policy: 'Strategie links', fault: 'Fehler links', sharing: 'Heads links teilen das Budget' },
      { cache: 'Rechter Cache', policy: 'Strategie rechts', fault: 'Fehler rechts', sharing: 'Heads rechts teilen das Budget' },
    ],
    sharing: {
      name: 'Heads teilen das Budget',
      meaning:
        'Wie in Ada-KV: Die Heads einer Schicht teilen ihr Budget, und die Zellen mit den besten Bewertungen der Schicht bekommen es.',
      refused: 'Die Heads können das Budget nicht teilen, weil diese Strategie die Zellen nicht für jeden Head einzeln bewertet.',
    },
    faults: {
      none: { name: 'Kein Fehler', note: 'Der Cache arbeitet, wie er soll.' },
      'positions-restart': {
        name: 'Positionen bei 0',
        note: 'Jedes Token der Antwort gibt vor, an Position 0 zu stehen, und sieht nur andere Tokens an Position 0.',
      },
      'keeps-old-cells': {
        name: 'Kein Zurücksetzen',
        note: 'Die Zellen der vorigen Unterhaltung bleiben, an Positionen, die der neue Prompt wieder verwendet.',
      },
    },
    budget: 'Budget',
    budgetMeaning:
      'Zellen, die jeder Head jeder Schicht halten darf. Der volle Cache beachtet das Budget nicht; Quest liest so viele Zellen.',
    budgetValue: (cells) => `${counted(cells, 'Zelle', 'Zellen')} je Head`,
    answer: 'Antwort',
    answerMeaning: 'So viele Tokens werden höchstens geschrieben.',
    answerValue: (count) => tokens(count),
    stepped: (label, value) => `${label}: ${value}`,
    record: 'Aufzeichnen',
    cancel: 'Abbrechen',
    waits: 'Aufzeichnen ist möglich, sobald das Experiment beendet ist.',
  },
  region: 'Aufgezeichnete Caches',
  punchLine: {
    answers: (left, leftPolicy, right, rightPolicy) => `${leftPolicy}: ${told(left)}. ${rightPolicy}: ${told(right)}.`,
    why: 'Verfolgen Sie Schritt für Schritt, welche Zellen jeder Cache verdrängt.',
    same: (answer) => `Beide Caches geben dieselbe Antwort: ${told(answer)}.`,
  },
  closed: {
    replaced: 'Ein anderes Fenster hat eine Aufzeichnung gemacht; diese wurde geschlossen.',
    benchmark: 'Ein Benchmark braucht das Gerät; diese Aufzeichnung wurde geschlossen.',
    ended: 'Der Prozess mit dieser Aufzeichnung ist beendet.',
  },
  closedTodo: 'Beide Antworten lassen sich weiter durchgehen. Zeichnen Sie sie erneut auf, um zu sehen, was jeder Head hielt.',
  recordAgain: 'Erneut aufzeichnen',
  recording: 'Aufzeichnung läuft: Das Labor behält jedes Attention-Gewicht jedes Heads.',
  empty: {
    title: 'Was geschieht, wenn ein Cache vergessen muss?',
    record: 'Das Beispiel aufzeichnen',
    paragraphs: [
      [
        'Ein Modell liest seinen Text durch den KV-Cache: Für jedes Token behält jede Schicht einen Key und einen Value, ihre ',
        'Zellen',
        '. Um das nächste Token zu schreiben, vergleicht jeder Head seine Query mit allen Keys (das ist ',
        'Attention',
        ') und mischt die Values der passenden.',
      ],
      [
        'Der Cache wächst mit dem Text. Eine ',
        'Verdrängungsstrategie',
        ' hält ihn in einem Budget, indem sie Zellen entfernt, und jede hat ihre eigene Vorstellung davon, welche nicht fehlen werden. Zeichnen Sie zwei davon mit derselben Frage auf und sehen Sie, welche die Antwort noch weiß.',
      ],
    ],
  },
  transport: {
    step: (step, steps) => `Schritt ${formatCount(step)} von ${formatCount(steps)}`,
    slider: 'Schritt',
    first: 'Zum Anfang',
    back: 'Ein Schritt zurück',
    on: 'Ein Schritt weiter',
    last: 'Zum Ende',
    play: 'Abspielen',
    playAgain: 'Von vorn abspielen',
    pause: 'Anhalten',
  },
  head: {
    layer: 'Schicht',
    head: 'Head',
    layerName: (layer) => `Schicht ${formatCount(layer)}`,
    headName: (head) => `Head ${formatCount(head)}`,
    reads: (kvHead) => `liest die Zellen von KV-Head ${formatCount(kvHead)}`,
  },
  next: {
    title: 'Was jede Strategie als Nächstes verdrängen würde',
    note: (cells, layer, kvHead, asked) =>
      `Jede Strategie bekommt dieselben ${counted(cells, 'Zelle', 'Zellen')} (Schicht ${layer}, KV-Head ${kvHead}) und nennt die, die sie verdrängen würde, um ${formatCount(asked)} frei zu machen. Es können mehr oder weniger sein, wenn sie viele Zellen schützt, viele auf einmal verdrängt oder einem Head mehr nimmt als einem anderen. Links steht die älteste Zelle, rechts die neueste. Markierte Zellen würden verdrängt.`,
    side: 'Zellen von',
    sideOf: (policy) => `Zellen von ${policy}`,
    policy: 'Strategie',
    places: 'Wo sie stehen',
    tokens: 'Tokens',
    keepsAll: 'nichts: Sie behält immer so viele',
    savesReads: 'nichts: Sie liest weniger und behält alles',
    nothing: 'nichts',
  },
}
