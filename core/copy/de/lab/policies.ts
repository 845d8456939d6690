import { questDenseLayers } from '../../../lab/policies/keys/quest'
import { rKvQueries } from '../../../lab/policies/attention/r-kv'
import { usualSinks } from '../../../lab/policies/blind/streaming-llm'
import { observedQueries } from '../../../lab/selection/observation-window'
import type { PolicyName, Signal } from '../../../lab/selection/policy'
import type { policies as english, PolicyTexts } from '../../en/lab/policies'

const snapKvDeparts = `Die Autoren beobachten 32 Queries, das Labor nur ${observedQueries}, weil seine Budgets klein sind. Query-Heads mit gemeinsamem KV-Head werden gemittelt.`

const texts: Readonly<Record<PolicyName, PolicyTexts>> = {
  full: { title: 'Voller Cache', idea: 'Behält alles: die Referenz.' },
  window: { title: 'Sliding Window', idea: 'Behält die neuesten Tokens.' },
  'streaming-llm': {
    title: 'StreamingLLM',
    idea: `Behält die neuesten Tokens und die ersten ${usualSinks}, die die Attention bekommen, die sonst nirgends hingehört. Modelle mit trainierten Sinks brauchen dafür keine Zellen.`,
    departs:
      'Die Autoren nummerieren die Zellen des Caches bei jedem Schritt wieder ab 0, sodass ein Text länger als der Kontext sein kann. Im Labor behält ein Token seine Position im Text, und der Abstand zu den Sinks wächst.',
  },
  h2o: {
    title: 'H2O',
    idea: 'Die Hälfte des Budgets gehört den Tokens mit der größten Summe an Attention, die andere den neuesten.',
  },
  scissorhands: {
    title: 'Scissorhands',
    idea: 'Verdrängt die Tokens, die am häufigsten weniger als die mittlere Attention bekamen, ein halbes Budget auf einmal. Die Annahme ist: Was wichtig war, bleibt wichtig.',
    departs:
      'Die Autoren haben keinen Code veröffentlicht: Das ist Algorithmus 2 des Artikels. Query-Heads mit gemeinsamem KV-Head zählen als einer, mit ihrem Mittel.',
  },
  tova: {
    title: 'TOVA',
    idea: 'Behält die Tokens, die die letzte Query am meisten ansah, gemittelt über die Heads einer Schicht. Alle Heads einer Schicht behalten dieselben Tokens.',
  },
  snapkv: {
    title: 'SnapKV',
    idea: `Behält nach dem Prompt dessen letzte ${observedQueries} Tokens, die Tokens, die deren Queries am meisten ansehen, und die Nachbarn davon. Die Antwort kommt hinzu.`,
    departs: snapKvDeparts,
  },
  'snapkv-each-step': {
    title: 'SnapKV bei jedem Schritt',
    idea: `Behält bei jedem Schritt die letzten ${observedQueries} Tokens, die Tokens, die deren Queries am meisten ansehen, und die Nachbarn davon.`,
    departs: `Die Autoren komprimieren nur einmal, nach dem Prompt. ${snapKvDeparts}`,
  },
  pyramidkv: {
    title: 'PyramidKV',
    idea: 'SnapKV mit mehr Zellen für die unteren Schichten, deren Attention breit ist, und weniger für die oberen.',
    departs: snapKvDeparts,
  },
  'ada-kv': {
    title: 'Ada-KV',
    idea: 'SnapKV mit einem Budget für alle Heads einer Schicht: Zellen gehen dorthin, wo die Attention ist, nicht an alle Heads gleich.',
    departs: snapKvDeparts,
  },
  'r-kv': {
    title: 'R-KV',
    idea: `Behält die Tokens mit der höchsten Wertung: Wichtigkeit für die letzten ${rKvQueries} Queries minus Ähnlichkeit des Keys mit anderen Keys.`,
    departs: 'Die Autoren komprimieren alle 128 Tokens der Antwort; das Labor komprimiert, sobald Budget und Spielraum überschritten sind.',
  },
  quest: {
    title: 'Quest',
    idea: `Behält alles. Nach den ersten ${questDenseLayers} Schichten liest es nur die Seiten, die am meisten zählen können: Es spart Lesen, nicht Speicher.`,
  },
  triattention: {
    title: 'TriAttention',
    idea: 'Behält die Keys, die die mittlere Query des Heads von späteren Positionen aus ansehen wird, vorhergesagt aus vorab gemessener Geometrie.',
    departs:
      'Der Code der Autoren behält den ganzen Prompt und komprimiert, was das Modell schreibt, alle 128 Tokens, mit einer Auswahl für alle Heads. Die Prompts hier sind länger als die Budgets, deshalb komprimiert das Labor auch den Prompt (allow_prefill_compression der Autoren), und jeder Head jeder Schicht wählt für sich (per_layer_perhead_pruning).',
  },
}

const signals: Readonly<Record<Signal, string>> = {
  none: 'liest kein Signal',
  attention: 'liest jedes Attention-Gewicht',
  window: 'liest die Attention der letzten Queries',
  keys: 'liest Keys',
  geometry: 'liest Keys und vorab gemessene Geometrie',
}

export const policies: typeof english = {
  texts,
  signals,
  about: (name, signal) => [texts[name].idea, `Die Strategie ${signals[signal]}.`, texts[name].departs].filter(Boolean).join(' '),
}
