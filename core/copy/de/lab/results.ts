import type { ColumnWords } from '../../../lab/experiments/result-table'
import {
  attentionMassSetup,
  attentionShape,
  busyServer,
  compactionSetup,
  heldOut,
  kvTypesSetup,
  naivePrompt,
  observationSetup,
  policiesSetup,
  sharingSetup,
} from '../../../lab/experiments/setups'
import { kvRows } from '../../../lab/kv-rows'
import { meanRequest } from '../../../lab/paged/request-trace'
import { choosablePolicyNames } from '../../../lab/recording/limits'
import { formatCount } from '../../../text/amounts'
import { formatNumber } from '../../../text/number-language'
import type { results as english, origin as englishOrigin } from '../../en/lab/results'
import { tokens } from '../../words/de'
import { measures } from './measures'
import { policies } from './policies'
import { walls } from './walls'

const requests = (): string =>
  `künstliche Anfragen, im Mittel ${formatCount(meanRequest.promptTokens)} Tokens hinein und ${formatCount(meanRequest.outputTokens)} heraus, Pool von ${tokens(busyServer.poolTokens)}`
const passkeys = (count: number): string => `${count} Passkeys in Prompts von ${tokens(heldOut.passkeyPromptTokens)}`
const none = (): readonly string[] => []
const rowsRatioAt = (tokens: number): number => {
  const { naive, cached } = kvRows(1, tokens)
  return naive / cached
}
const mapped = (modes: typeof measures.modes) => Object.fromEntries(Object.entries(modes).map(([mode, { short }]) => [mode, short]))

const cacheTypes: ColumnWords['names'] = {
  'q8_0-rotated': 'q8_0, gedreht',
  'q4_0-rotated': 'q4_0, gedreht',
  'turboquant-4': 'TurboQuant, 4 Bits',
  'turboquant-2': 'TurboQuant, 2 Bits',
  'channel-4': '4 Bits je Kanal',
  'channel-2': '2 Bits je Kanal',
  'token-4': '4 Bits je Token',
  'token-2': '2 Bits je Token',
}

export const results: typeof english = {
  'naive-or-cached': {
    title: 'Schreiben mit und ohne Cache',
    expected: () =>
      'Beide schreiben dieselben Tokens. Ohne Cache wächst die Zeit mit dem Quadrat der Länge, mit Cache proportional zu ihr. Der Vorsprung wächst also mit der Länge. ' +
      `Die Zahl der berechneten K- und V-Zeilen zeigt das ohne Uhr. N einzeln geschriebene Tokens brauchen je Schicht ohne Cache N (N + 1) / 2 Zeilen, mit Cache N: bei ${tokens(1024)} ${formatNumber(rowsRatioAt(1024), 1)}-mal so viele.`,
    text: () => `„${naivePrompt}“`,
    notes: none,
    columns: {
      outputTokens: { label: 'Antwort', unit: 'Tokens' },
      naiveMs: { label: 'ohne Cache', unit: 'ms' },
      cachedMs: { label: 'mit Cache', unit: 'ms' },
      speedup: { label: 'Beschleunigung', unit: null },
      naiveRows: { label: 'K/V-Zeilen ohne Cache', unit: null },
      cachedRows: { label: 'K/V-Zeilen mit Cache', unit: null },
      rowsRatio: { label: 'mal so viele Zeilen', unit: null },
      isSame: { label: 'gleiche Tokens', unit: null },
    },
  },
  'grow-or-allocate': {
    title: 'Ein Cache, der durch Anhängen wächst, und ein vorab belegter',
    expected: () =>
      'Ein wachsender Cache kopiert für jedes neue Token jede Zelle, die kopierten Bytes wachsen also mit dem Quadrat der Länge. Ein vorab belegter Cache schreibt nur die neue Zelle.',
    text: () => 'Zeilen aus Nullen, weil der Inhalt die Zeit nicht beeinflusst',
    notes: none,
    columns: {
      cells: { label: 'Zellen', unit: null },
      allocatedMs: { label: 'vorab belegt', unit: 'ms je 1000 Zellen' },
      grownMs: { label: 'angehängt', unit: 'ms je 1000 Zellen' },
      copiedBytes: { label: 'beim Wachsen kopiert', unit: 'Bytes' },
    },
  },
  'attention-shapes': {
    title: 'MHA, GQA, MQA und MLA nach Bytes je Token',
    expected: () =>
      'K und V jedes KV-Heads werden gespeichert, die Bytes sinken also mit der Zahl der KV-Heads. MLA speichert eine latente Zeile von 576 Elementen je Schicht und kein V: ' +
      `576 x 61 x 2 = ${formatCount(70_272)} Bytes in f16, zwischen MQA (256 Elemente) und GQA mit 8 Gruppen (${formatCount(2048)}). Das verbreitete „2 x Schichten x Breite“ stimmt nur für MHA.`,
    text: () => `Rechnung: ${attentionShape.layers} Schichten, ${attentionShape.heads} Query-Heads zu ${attentionShape.headDim}`,
    notes: none,
    columns: {
      attention: { label: 'Attention', unit: null },
      kvHeads: { label: 'KV-Heads', unit: null },
      elementsPerLayer: { label: 'Elemente je Schicht', unit: null },
      f16Bytes: { label: 'f16', unit: 'Bytes je Token' },
      q8Bytes: { label: 'q8_0', unit: 'Bytes je Token' },
      share: { label: 'Anteil an MHA', unit: '%' },
    },
  },
  'eager-or-online': {
    title: 'Attention mit allen Scores auf einmal und Kachel für Kachel',
    expected: () =>
      'Beide ergeben dieselben Logits, bis auf Rundung. Der Speicher für alle Scores wächst mit dem Quadrat des Prompts; Kachel für Kachel ist nur eine Kachel im Speicher. ' +
      'Eine Strategie, die Scores liest, funktioniert nicht mit einem Fused Kernel, weil dieser sie nie speichert.',
    text: () => 'zurückgehaltene Texte, einer nach dem anderen',
    notes: () => [measures.tilesNote()],
    columns: {
      promptTokens: { label: 'Prompt', unit: 'Tokens' },
      eagerMs: { label: 'auf einmal', unit: 'ms' },
      onlineMs: { label: 'Kacheln', unit: 'ms' },
      eagerBytes: { label: 'Scores auf einmal', unit: 'Bytes je Head' },
      onlineBytes: { label: 'Scores in Kacheln', unit: 'Bytes je Head' },
      largestDifference: { label: 'größter Unterschied eines Logits', unit: null },
    },
  },
  'attention-mass': {
    title: 'Anteil der Attention, den 20 % der Zellen bekommen',
    expected: () =>
      'Jede Query gibt den größten Teil ihrer Attention wenigen Zellen. Eine Strategie kann aber nicht für jede Query wählen: Sie muss Zellen behalten, die sich alle späteren Queries teilen. Der Unterschied der beiden Spalten ist, was beim Verdrängen verloren geht. Quest verliert ihn nicht, weil es für jede Query wählt.',
    text: () =>
      `${heldOut.documents} zurückgehaltene Texte bis je ${tokens(attentionMassSetup.textTokens)}; ihre letzten ${attentionMassSetup.queries} Queries`,
    notes: none,
    columns: {
      layer: { label: 'Schicht', unit: null },
      eachQuery: { label: 'eigene Zellen jeder Query, Mittel der Heads', unit: '%' },
      fixedCells: { label: 'dieselben Zellen für alle Queries, Mittel der Heads', unit: '%' },
    },
  },
  'observation-window': {
    title: 'Das Beobachtungsfenster von SnapKV',
    expected: () =>
      'Mit gesehener Frage findet ein Fenster, das sie abdeckt, den gesuchten Fakt; ein längeres lässt dem Rest des Prompts weniger Zellen. Ist sie ungesehen, handeln die letzten Queries von etwas anderem: Je länger das Fenster, desto näher kommt das Verfahren einem einfachen Fenster mit demselben Budget.',
    text: () =>
      `${observationSetup.prompts} Prompts von ${tokens(policiesSetup.promptTokens)} je Aufgabe; ${observationSetup.budgetTokens} Zellen je Head, das Fenster eingerechnet`,
    notes: none,
    columns: {
      mode: { label: 'Frage', unit: null, names: mapped(measures.modes) },
      queries: { label: 'Fenster', unit: 'Queries' },
      needle: { label: measures.tasks.needle, unit: '%' },
      multiKey: { label: measures.tasks['multi-key'], unit: '%' },
    },
  },
  policies: {
    title: 'Verdrängungsstrategien: was ein Budget kostet, mit gesehener und ungesehener Frage',
    expected: () =>
      'Mit dem Budget kommen Wiederfinden und Perplexität denen des vollen Caches nahe. Eine Strategie, die nur neue Tokens behält, verliert Fakten, die weiter zurückliegen als ihr Budget. Strategien, die Attention ansehen, behalten den Fakt, wenn sie die Frage gesehen haben, und viele verlieren ihn, wenn nicht. ' +
      'Strategien, die einmal nach dem Prompt komprimieren, lesen die Hälfte eines Textes als Prompt und behalten den ganzen Rest, halten also entsprechend mehr. ' +
      'Strategien, die Attention-Gewichte lesen, halten eine Matrix von Scores (Queries x Zellen) im Speicher, die anderen eine Kachel davon. Quest erhält die Qualität, weil es jede Zelle behält.',
    text: () =>
      `${policiesSetup.prompts} Prompts von ${tokens(policiesSetup.promptTokens)} je Aufgabe; ${heldOut.documents} zurückgehaltene Texte mit je bis zu ${tokens(policiesSetup.textTokens)}, in Stücken zu ${policiesSetup.chunkTokens}; Strategien, die mehr als einmal verdrängen, warten, bis die Heads einer Schicht das Budget um mehr als ${policiesSetup.slackTokens} Zellen überschreiten`,
    notes: (rows) => [
      ...measures.notes(),
      measures.budgetNote,
      measures.tilesNote(),
      ...choosablePolicyNames.flatMap((name) => {
        if (!rows.some(({ policy }) => policy === name)) return []
        const { departs } = policies.textsOf(name)
        return departs ? [`${name}: ${departs}`] : []
      }),
    ],
    columns: {
      policy: { label: 'Strategie', unit: null },
      signal: {
        label: 'liest',
        unit: null,
        names: {
          none: 'nichts',
          attention: 'Attention',
          window: 'Fenster',
          keys: 'Keys',
          geometry: 'Geometrie',
          queries: 'Queries',
          heads: 'Heads',
          reconstruction: 'zweiter Durchgang',
        },
      },
      mode: { label: 'Frage', unit: null, names: mapped(measures.modes) },
      askedRatio: { label: 'verlangte Kompressionsrate', unit: null },
      budgetTokens: { label: 'Budget', unit: 'Zellen je Head' },
      compressionRatio: { label: 'Kompressionsrate', unit: null },
      needle: { label: measures.tasks.needle, unit: '%' },
      multiKey: { label: measures.tasks['multi-key'], unit: '%' },
      variableTracking: { label: measures.tasks['variable-tracking'], unit: '%' },
      commonWords: { label: measures.tasks['common-words'], unit: '%' },
      perplexity: { label: 'Perplexität', unit: null },
      heldCells: { label: 'am Ende eines Textes gehalten', unit: 'Zellen je Head' },
      peakScoreBytes: { label: 'gehaltene Scores', unit: 'Bytes je Kopf' },
      msPerToken: { label: 'Zeit', unit: 'ms je Token' },
    },
  },
  'kv-types': {
    title: 'Elementtypen des Caches gegen Qualität',
    expected: () =>
      'f16 und q8_0 sind so gut wie f32; q4_0 verliert ein wenig Qualität, und weniger, wenn Zeilen vor dem Packen gedreht werden, wie llama.cpp es tut. TurboQuant braucht weniger Bytes als q4_0 und keine Skala je Block. Zwei Bits verlieren am meisten. ' +
      'Keys verlieren weniger, wenn sie nach Kanal gruppiert werden, weil sich die Wertebereiche der Kanäle unterscheiden; zwei Bits nach Kanal für K und nach Token für V sind KIVI. Die neuesten Tokens (der Rest, sonst 32 oder 128) bleiben in f32: Ein längerer Rest verliert weniger, braucht aber mehr Speicher, besonders bei einem kurzen Text. ' +
      'q8_0 und q4_0 brauchen etwas mehr als ein Byte und ein halbes Byte je Element, weil sich 32 Elemente eine Skala teilen: zusammen 34 und 18 Bytes. Eine Gruppe von 32 mit Minimum und Schritt braucht mit vier Bits 20 Bytes, mit zwei Bits 12, eine Zeile von TurboQuant zwei Bytes mehr als ihre Bits.',
    text: () =>
      `${heldOut.documents} zurückgehaltene Texte mit je bis zu ${tokens(kvTypesSetup.textTokens)}; ${passkeys(kvTypesSetup.passkeys)}`,
    notes: () => [
      'TurboQuant: Die Autoren ziehen die Drehung aus allen Drehungen; das Labor wechselt zufällige Vorzeichen und wendet eine Hadamard-Drehung an, wie Implementierungen es tun. Es ist der Quantisierer für den kleinsten quadratischen Fehler, ohne die zweite Stufe für unverzerrte Skalarprodukte. Die Länge einer Zeile speichert das Labor als f16.',
      'Gedrehte Zeilen: llama.cpp dreht Queries und Ausgabe, statt Zeilen zurückzudrehen, mit demselben Ergebnis. Heads, deren Größe kein Vielfaches von 64 ist, werden nicht gedreht.',
    ],
    columns: {
      keyType: { label: 'K', unit: null, names: cacheTypes },
      valueType: { label: 'V', unit: null, names: cacheTypes },
      residualTokens: { label: 'Rest', unit: 'Tokens' },
      bytesPerToken: { label: 'Speicher mit dem Rest', unit: 'Bytes je Token' },
      packedBytesPerToken: { label: 'nur gepackt', unit: 'Bytes je Token' },
      perplexity: { label: 'Perplexität', unit: null },
      recall: { label: 'Passkeys wiedergefunden', unit: '%' },
    },
  },
  reservations: {
    title: 'Wie viel Speicher Tokens hält, mit Reservierungen und mit Blöcken',
    expected: () => {
      const [max, pow2, oracle, paged] = [20.4, 26.8, 38.2, 96.3].map((percent) => formatNumber(percent, 1))
      return (
        `Mit zusammenhängenden Reservierungen halten ein bis zwei Fünftel des Speichers Tokens (${max}, ${pow2} und ${oracle} % im Artikel zu PagedAttention, für Max, Pow2 und Oracle von Orca). Mit Blöcken ist es fast alles (${paged} %), ` +
        'sodass mehrmals so viele Anfragen gleichzeitig laufen.'
      )
    },
    text: requests,
    notes: () => [
      `Die Längen haben die Mittelwerte der ShareGPT-Aufzeichnung des Artikels, ${meanRequest.promptTokens} und ${meanRequest.outputTokens} Tokens. Ihre Streuung ist eine Annahme: lognormal, mit einer Standardabweichung von 1 im Logarithmus. Der Artikel nennt keine, und die Anteile hängen davon ab.`,
    ],
    columns: {
      reservation: {
        label: 'Reservierung',
        unit: null,
        names: { max: 'ganzer Kontext', pow2: 'Zweierpotenz', oracle: 'was sie braucht', paged: 'Blöcke' },
      },
      tokens: { label: 'hält Tokens', unit: '%' },
      reserved: { label: 'reserviert, nicht beschrieben', unit: '%' },
      free: { label: 'frei, aber nutzlos', unit: '%' },
      running: { label: 'Anfragen zugleich', unit: null },
    },
  },
  'page-sizes': {
    title: 'Blockgröße gegen interne Fragmentierung',
    expected: () =>
      'Nur der letzte Block einer Sequenz ist teilweise leer, im Mittel zur Hälfte. Größere Blöcke bedeuten mehr Fragmentierung und kürzere Tabellen. ' +
      'Ein Block von 16 verschwendet etwa 2 % und ist die übliche Wahl.',
    text: requests,
    notes: none,
    columns: {
      blockTokens: { label: 'Block', unit: 'Tokens' },
      fragmentation: { label: 'interne Fragmentierung', unit: '%' },
      blocksPerSequence: { label: 'Tabelleneinträge je Sequenz', unit: null },
      running: { label: 'Anfragen zugleich', unit: null },
    },
  },
  'compaction-cadence': {
    title: 'Kompaktieren alle N geschriebenen Tokens',
    expected: () =>
      'Ohne Kompaktierung bleibt jeder Block mit einer übrigen Zelle. Mit Kompaktierung folgt die Zahl der Blöcke dem Budget. Seltenere Durchgänge kopieren je Token weniger, lassen den Cache aber weiter ' +
      'über sein Budget wachsen und verlängern den Abstand zwischen Tokens während eines Durchgangs. Lücken füllen kopiert weniger als Zusammenrücken, lässt aber die Lücken, die keine neuere Zelle füllt.',
    text: () => {
      const { promptTokens, decodedTokens, budgetTokens, blockTokens } = compactionSetup
      return `ein zurückgehaltener Text: ${tokens(promptTokens)} Prompt, danach ${decodedTokens} einzeln, Budget ${budgetTokens}, Blöcke zu ${blockTokens}; die verdrängten Zellen sind zufällig gewählt`
    },
    notes: none,
    columns: {
      compaction: { label: 'Kompaktierung', unit: null, names: { none: 'keine', repack: 'Zusammenrücken', 'hole-fill': 'Lücken füllen' } },
      everyTokens: { label: 'alle', unit: 'Tokens' },
      p50Ms: { label: 'Abstand p50', unit: 'ms' },
      p99Ms: { label: 'Abstand p99', unit: 'ms' },
      evictedPerPass: { label: 'Tokens verdrängt', unit: 'je Durchgang' },
      occupancy: { label: 'Füllung des Budgets davor', unit: '%' },
      freedPerPass: { label: 'Blöcke befreit', unit: 'je Durchgang' },
      copiesPerPass: { label: 'Slot-Kopien', unit: 'je Durchgang' },
      copiesPerToken: { label: 'Slot-Kopien', unit: 'je Token' },
      blocksHeld: { label: 'Blöcke am Ende', unit: null },
    },
  },
  'prefix-sharing': {
    title: 'Geteilte Anfänge in Unterhaltungen mit mehreren Turns',
    expected: () =>
      'Jeder Turn beginnt mit allen Turns davor, der größte Teil eines Prompts ist also schon im Pool. Zwei Teile werden nicht gefunden: das Ende des Prompts, das keinen Block füllt ' +
      'und bei größeren Blöcken länger ist, und Blöcke, die der Pool inzwischen anderen gegeben hat.',
    text: () =>
      `${sharingSetup.conversations} Unterhaltungen mit ${sharingSetup.turns} Turns, ein System-Prompt von ${tokens(sharingSetup.systemTokens)}`,
    notes: none,
    columns: {
      poolTokens: { label: 'Pool', unit: 'Tokens' },
      blockTokens: { label: 'Block', unit: 'Tokens' },
      promptTokens: { label: 'Prompt', unit: 'Tokens' },
      reusedTokens: { label: 'wiederverwendet', unit: 'Tokens' },
      hitRate: { label: 'Trefferquote', unit: '%' },
    },
  },
  ...walls.results,
}

export const origin: typeof englishOrigin = ({ model, text, seed }) =>
  `${[model, text, `Seed ${seed}`].filter((part) => part !== null).join('; ')}.`
