import { chunkTokens } from '../../../lab/policies/attention/chunkkv'
import { kvZipSinks } from '../../../lab/policies/attention/kvzip'
import { rKvQueries } from '../../../lab/policies/attention/r-kv'
import { usualSinks } from '../../../lab/policies/blind/streaming-llm'
import { lagSinks, lagTokens } from '../../../lab/policies/keys/lagkv'
import { questDenseLayers } from '../../../lab/policies/keys/quest'
import { duoRecent, duoSinks } from '../../../lab/policies/queries/duo-attention'
import { expectedSinks, futureTokens } from '../../../lab/policies/queries/expected-attention'
import { observedQueries } from '../../../lab/selection/observation-window'
import { type BasePolicyName, baseOf, isShared, type PolicyName, type Signal } from '../../../lab/selection/policy'
import type { policies as english, PolicyTexts } from '../../en/lab/policies'

const averaged = 'Query-Heads mit gemeinsamem KV-Head werden gemittelt.'
const snapKvDeparts = (queries: number, authors = 'Die Autoren beobachten'): string =>
  `${authors} ${queries} Queries, das Labor nur ${observedQueries}, weil seine Budgets klein sind. ${averaged}`
const adaKvRounds =
  'Wie im Code der Autoren wird der Anteil jedes Heads gerundet, sodass eine Schicht mit drei oder mehr KV-Heads ihr Budget um einige Zellen überschreiten kann.'

const texts: Readonly<Record<BasePolicyName, PolicyTexts>> = {
  full: { title: 'Voller Cache', idea: 'Behält alles: die Referenz.' },
  window: { title: 'Sliding Window', idea: 'Behält die neuesten Tokens.' },
  random: { title: 'Zufall', idea: 'Behält nach dem Prompt zufällig gezogene Zellen: Mehr als das muss eine Strategie schaffen.' },
  'streaming-llm': {
    title: 'StreamingLLM',
    idea: `Behält die neuesten Tokens und die ersten ${usualSinks}, die die Attention bekommen, die sonst nirgends hingehört. Modelle mit trainierten Sinks brauchen dafür keine Zellen.`,
    departs:
      'Die Autoren nummerieren die Zellen des Caches bei jedem Schritt wieder ab 0, sodass ein Text länger als der Kontext sein kann. Im Labor behält ein Token seine Position im Text, und der Abstand zu den Sinks wächst.',
  },
  h2o: {
    title: 'H2O',
    idea: 'Die Hälfte des Budgets gehört den Tokens mit der größten Summe an Attention, die andere den neuesten.',
    departs: averaged,
  },
  scissorhands: {
    title: 'Scissorhands',
    idea: 'Verdrängt die Tokens, die am häufigsten weniger als die mittlere Attention bekamen, mindestens ein halbes Budget auf einmal. Die Annahme ist: Was wichtig war, bleibt wichtig.',
    departs:
      'Das Labor folgt Algorithmus 2 des Artikels. Der Code der Autoren (github.com/lzcemma/Scissorhands, Commit d0bf444) hat eine andere Regel ohne Budget: Er verbirgt ein Token, wenn ihm keine der letzten 100 Queries mehr Attention gab als das 90. Perzentil ihrer Gewichte. Query-Heads mit gemeinsamem KV-Head zählen als einer, mit ihrem Mittel.',
  },
  tova: {
    title: 'TOVA',
    idea: 'Behält die Tokens, die die letzte Query am meisten ansah, gemittelt über die Heads einer Schicht. Alle Heads einer Schicht behalten dieselben Tokens.',
  },
  snapkv: {
    title: 'SnapKV',
    idea: `Behält nach dem Prompt dessen letzte ${observedQueries} Tokens, die Tokens, die deren Queries am meisten ansehen, und die Nachbarn davon. Die Antwort kommt hinzu.`,
    departs: snapKvDeparts(32),
  },
  'snapkv-each-step': {
    title: 'SnapKV bei jedem Schritt',
    idea: `Behält bei jedem Schritt die letzten ${observedQueries} Tokens, die Tokens, die deren Queries am meisten ansehen, und die Nachbarn davon.`,
    departs: `Die Autoren komprimieren nur einmal, nach dem Prompt. ${snapKvDeparts(32)}`,
  },
  pyramidkv: {
    title: 'PyramidKV',
    idea: 'SnapKV mit mehr Zellen für die unteren Schichten, deren Attention breit ist, und weniger für die oberen.',
    departs: `Wie im Code der Autoren kann das Runden der Schritte das Budget um einige Zellen je Head überschreiten. ${snapKvDeparts(8)}`,
  },
  'ada-kv': {
    title: 'Ada-KV',
    idea: 'SnapKV mit einem Budget für alle Heads einer Schicht: Zellen gehen dorthin, wo die Attention ist, nicht an alle Heads gleich.',
    departs: `${adaKvRounds} ${snapKvDeparts(32)}`,
  },
  chunkkv: {
    title: 'ChunkKV',
    idea: `Die Scores von SnapKV, gemittelt über Abschnitte von ${chunkTokens} Tokens und über alle Heads einer Schicht: Ganze Abschnitte bleiben, damit Wörter ihren Zusammenhang behalten.`,
    departs: `Der Ablauf ist der von kvpress, auf dem SnapKV des Labors. Der Artikel nimmt Abschnitte von 10, und Schichten teilen sich eine Auswahl. ${snapKvDeparts(64, 'kvpress beobachtet')}`,
  },
  'r-kv': {
    title: 'R-KV',
    idea: `Behält die Tokens mit der höchsten Wertung: Wichtigkeit für die letzten ${rKvQueries} Queries minus Ähnlichkeit des Keys mit anderen Keys.`,
    departs:
      'Die Autoren komprimieren alle 128 Tokens der Antwort; das Labor komprimiert, sobald der Cache das Budget überschreitet (in Experimenten um einen Spielraum).',
  },
  quest: {
    title: 'Quest',
    idea: `Behält alles. Nach den ersten ${questDenseLayers} Schichten liest es nur die Seiten, die am meisten zählen können: Es spart Lesen, nicht Speicher.`,
    departs:
      'Das Labor folgt den Kernels der Autoren, die immer die neueste Seite lesen. In ihrem Auswertungsskript muss sie sich gegen die anderen behaupten, und mindestens drei Seiten werden gelesen.',
  },
  knorm: {
    title: 'Knorm',
    idea: 'Behält nach dem Prompt die kürzesten Keys: Sie bekommen meist die meiste Attention.',
    departs:
      'Die Autoren schonen auch einige Schichten und komprimieren lange Texte immer wieder; das Labor komprimiert jede Schicht einmal, wie kvpress.',
  },
  keydiff: {
    title: 'KeyDiff',
    idea: 'Behält die Keys, die von der mittleren Richtung aller Keys wegzeigen: Was sich abhebt, wird meist angesehen.',
    departs:
      'Die Autoren lesen einen Prompt in Blöcken und verdrängen nach jedem, wie das Labor in Aufzeichnungen. Um das Wiederfinden zu messen, liest das Labor ihn auf einmal, verdrängt danach und wieder, sobald die Antwort das Budget um einen Spielraum überschreitet.',
  },
  lagkv: {
    title: 'LagKV',
    idea: `Behält nach dem Prompt in jedem Abschnitt von ${lagTokens} Tokens die, deren Keys und Values dem nächsten Abschnitt am wenigsten gleichen, und immer die ersten ${lagSinks} Tokens und den letzten Abschnitt.`,
    departs: `Die Abschnitte der Autoren haben 1.024 Tokens (kvpress: 128) hinter 16 Sinks (kvpress: 4); die Texte des Labors sind kürzer. Die Autoren komprimieren wieder, wenn der Text wächst; das Labor komprimiert einmal, mit den Scores von kvpress.`,
  },
  triattention: {
    title: 'TriAttention',
    idea: 'Behält die Keys, die die mittlere Query des Heads von späteren Positionen aus ansehen wird, vorhergesagt aus vorab gemessener Geometrie.',
    departs:
      'Der Forschungscode der Autoren behält den ganzen Prompt und komprimiert, was das Modell schreibt, alle 128 Tokens; jeder KV-Head trifft eine Auswahl für alle Schichten. (Ihr Plugin für vLLM komprimiert auch den Prompt und behält immer die neuesten 128 Tokens.) Die Prompts hier sind länger als die Budgets, deshalb komprimiert das Labor auch den Prompt (allow_prefill_compression der Autoren), und jeder Head jeder Schicht wählt für sich (per_layer_perhead_pruning).',
  },
  'expected-attention': {
    title: 'Expected Attention',
    idea: `Behält nach dem Prompt, was die nächsten ${futureTokens} Queries voraussichtlich ansehen, wenn sie den bisherigen des Textes gleichen, gewichtet mit der Länge des Values. Die ersten ${expectedSinks} Tokens bleiben immer.`,
  },
  'ada-expected-attention': {
    title: 'Expected Attention in Ada-KV',
    idea: 'Expected Attention mit einem Budget für alle Heads einer Schicht.',
    departs:
      'Die Heads teilen ihr Budget wie im Code der Autoren von Ada-KV, die Scores haben das Epsilon der Rangliste von kvpress (0,01). In kvpress behält jeder Head sein bestes Fünftel, den Rest füllen die besten Zellen der Schicht. ' +
      adaKvRounds,
  },
  'duo-attention': {
    title: 'DuoAttention',
    idea: `Behält alles in den Heads, die weit zurückblicken, in den anderen die ersten ${duoSinks} und die letzten ${duoRecent} Tokens. Das Budget bestimmt, wie viele Heads alles behalten.`,
    departs:
      'Die Autoren finden diese Heads, indem sie für jeden ein Gate trainieren. Das Labor kalibriert wie kvpress, mit mittlerer Query und mittlerem Key eines anderen Textes. Die Autoren nehmen mindestens 64 erste und 256 neueste Tokens; in ihrem Code vergessen diese Heads weiter, während die Antwort entsteht.',
  },
  kvzip: {
    title: 'KVzip',
    idea: `Lässt das Modell den Prompt wiederholen und behält, was es dabei am meisten ansah, wie auch immer die Frage lauten wird. Alle Heads aller Schichten teilen ein Budget; die ersten ${kvZipSinks} Tokens bleiben immer.`,
    departs:
      'Die Autoren wiederholen einen Prompt in Abschnitten von 2.000 Tokens; die Prompts des Labors sind kürzer als einer. Einen System-Prompt verdrängen sie nie.',
  },
}

const textsOf = (name: PolicyName): PolicyTexts => {
  const { title, idea, departs } = texts[baseOf(name)]
  if (!isShared(name)) return texts[name]
  return {
    title: `${title} in Ada-KV`,
    idea: `${idea} Die Heads einer Schicht teilen ein Budget.`,
    departs: [departs, adaKvRounds].filter(Boolean).join(' '),
  }
}

const signals: Readonly<Record<Signal, string>> = {
  none: 'liest kein Signal',
  attention: 'liest jedes Attention-Gewicht',
  window: 'liest die Attention der letzten Queries',
  keys: 'liest Keys',
  geometry: 'liest Keys und vorab gemessene Geometrie',
  queries: 'liest Keys, Values sowie Mittel und Streuung der bisherigen Queries',
  heads: 'liest, wie weit jeder Head zurückblickt, vorab gemessen',
  reconstruction: 'liest die Attention eines zweiten Durchgangs, in dem das Modell den Prompt wiederholt',
}

export const policies: typeof english = {
  textsOf,
  signals,
  title: (name) => (baseOf(name as PolicyName) in texts ? textsOf(name as PolicyName).title : name),
  about: (name, signal) => [textsOf(name).idea, `Die Strategie ${signals[signal]}.`, textsOf(name).departs].filter(Boolean).join(' '),
}
