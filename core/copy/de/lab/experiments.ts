import type { experiments as english } from '../../en/lab/experiments'
import { dateTime } from '../../words/de'
import { walls } from './walls'

export const experiments: typeof english = {
  intro:
    'Jedes Experiment läuft auf diesem Gerät, auf einem Kern und mit der niedrigsten Priorität, der Chat geht also vor. Seine Zeiten sind nur vergleichbar, solange nichts anderes läuft. In der Kommandozeile:',
  cards: {
    'naive-or-cached': {
      title: 'Mit und ohne Cache',
      question: 'Warum gibt es einen KV-Cache? Das Labor schreibt dieselbe Antwort mit und ohne; beide müssen gleich sein.',
      duration: 'eine halbe Minute',
    },
    'grow-or-allocate': {
      title: 'Wachsen oder vorab belegen',
      question:
        'Warum wird der Speicher vor dem ersten Token belegt? Das Labor schreibt in einen Cache, der zum Wachsen kopiert wird, und in einen vorab belegten.',
      duration: 'einige Sekunden',
    },
    'attention-shapes': {
      title: 'MHA, GQA, MQA, MLA',
      question: 'Was kostet ein Token im Cache mit jeder Art von Attention, bei gleicher Breite und Tiefe des Modells?',
      duration: 'sofort',
    },
    'eager-or-online': {
      title: 'Alle Scores auf einmal oder Kachel für Kachel',
      question: 'Was kostet es, alle Attention-Scores im Speicher zu halten, wie es eine Strategie braucht, die sie liest?',
      duration: 'etwa 20 Sekunden',
    },
    'attention-mass': {
      title: 'Wohin die Attention geht',
      question:
        'Wie viel der Attention bekommen 20 % der Zellen? Verdrängen kann nur gelingen, wenn es das meiste ist und die Zellen dieselben bleiben.',
      duration: 'einige Sekunden',
    },
    policies: {
      title: 'Verdrängungsstrategien',
      question:
        'Wie viel Qualität bleibt, wenn ein Cache nur begrenzt viele Zellen halten darf? Jede Strategie mit mehreren Budgets, mit gesehener und ungesehener Frage.',
      duration: 'etwa 15 Minuten',
    },
    'observation-window': {
      title: 'Wie viele Queries beobachten',
      question: 'SnapKV behält, was die letzten Queries ansehen. Wie viele braucht es, wenn die Frage darunter ist und wenn nicht?',
      duration: 'etwa 2 Minuten',
    },
    'kv-types': {
      title: 'Typen der Cache-Elemente',
      question: 'Was kosten weniger Bits je Element, an Perplexität und an wiedergefundenen Fakten?',
      duration: 'etwa 4 Minuten',
    },
    reservations: {
      title: 'Reservieren oder Paging',
      question:
        'Wie viel vom Speicher eines ausgelasteten Servers hält Tokens, wenn Anfragen ihn im Voraus reservieren und wenn sie einzelne Blöcke nehmen?',
      duration: 'einige Sekunden',
    },
    'page-sizes': {
      title: 'Größe eines Blocks',
      question: 'Wie viel Speicher wird an den Enden von Sequenzen verschwendet, und wie lang werden die Blocktabellen?',
      duration: 'einige Sekunden',
    },
    'compaction-cadence': {
      title: 'Wie oft kompaktieren',
      question: 'Ein Durchgang nach jedem Token kopiert ständig; ein seltener ist als Pause spürbar. Was kostet beides?',
      duration: 'eine halbe Minute',
    },
    'prefix-sharing': {
      title: 'Anfänge teilen',
      question: 'Wie viel von den Prompts einer Unterhaltung ist schon im Cache, je nach Größe der Blöcke und des Pools?',
      duration: 'einige Sekunden',
    },
    ...walls.cards,
  },
  run: 'Starten',
  runAgain: 'Erneut starten',
  runNamed: (title) => `${title} starten`,
  cancel: 'Abbrechen',
  csv: 'CSV',
  csvOf: (title) => `${title} als CSV`,
  expectation: 'Was zu erwarten ist.',
  notes: 'Anmerkungen',
  searched: (at) => `Gesucht am ${dateTime(at)}.`,
  changed: 'Die Modelldatei hat sich seitdem geändert; das Ergebnis gilt vielleicht nicht mehr. Starten Sie die Suche erneut.',
  estimate: (value, low, high) => `${value} (${low}–${high})`,
  yes: 'ja',
  no: 'nein',
  barChart: (title, bars) => `${title}: ${bars.map(([name, value]) => `${name} ${value}`).join(', ')}`,
}
