import type { RateSource } from '../../../bandwidth/highest-rate'
import { leastPoints, leastSpreadCells, type PointRange } from '../../../bandwidth/predict-itl'
import { bestOf } from '../../../bandwidth/triad-process'
import { formatBandwidth, formatBytes, formatCount, formatDuration, formatFlopRate, formatMs, formatPercent } from '../../../text/amounts'
import { formatNumber } from '../../../text/number-language'
import type { bandwidth as english } from '../../en/cache/bandwidth'
import { counted, dateTime, tokens } from '../../words/de'

const threadsText = (count: number): string => counted(count, 'Thread', 'Threads')
const cellsText = (count: number): string => counted(count, 'Zelle', 'Zellen')

const rateSource = (source: RateSource): string => {
  switch (source.kind) {
    case 'prefill-test':
      return `im Prefill mit Micro-Batches von ${tokens(source.batchTokens)}`
    case 'decode-test':
      return 'in einem Decode-Test von Vergleichen'
    case 'answer-prefill':
      return `im Prefill von ${tokens(source.tokens)} für eine Antwort dieser Unterhaltung`
    case 'answer-decode':
      return 'im Decode einer Antwort dieser Unterhaltung'
  }
}

/** Such as `50 Punkte bei 16 bis 65 Zellen`. */
const measuredPoints = ({ points, shallowest, deepest }: PointRange, grammar?: 'dative'): string =>
  `${counted(points, 'Punkt', grammar ? 'Punkten' : 'Punkte')} bei ${formatCount(shallowest)} bis ${formatCount(deepest)} Zellen`

const withThreads = (threads: number | null): string => (threads === null ? '' : `, ${threadsText(threads)}`)

export const bandwidth: typeof english = {
  open: 'Bandbreite',
  title: 'Warum es so schnell ist, wie es ist',
  purpose:
    'Für jedes Token liest llama.cpp die Gewichte und die belegten Zellen. Der Speicher liefert nur eine bestimmte Zahl von Bytes pro Sekunde, und das begrenzt die Zeit pro Token.',
  close: 'Schließen',
  kinds: {
    full: {
      name: 'Cache, volle Attention',
      meaning: 'Keys und Values aller belegten Zellen, einmal je Schicht: Das wächst mit jedem Token.',
    },
    sliding: {
      name: 'Cache, gleitendes Fenster',
      meaning: 'Keys und Values der Zellen im Fenster, einmal je Schicht: Das wächst nicht weiter.',
    },
    latent: { name: 'Cache, latent', meaning: 'Ein latenter Vektor je Zelle und Schicht (MLA), der Key und Value zugleich ist.' },
    compressed: {
      name: 'Cache, komprimiert',
      meaning: 'Zellen, die für mehrere Tokens stehen, und die Zustände ihrer Kompressoren.',
    },
    indexer: { name: 'Cache, Indexer', meaning: 'Keys, die auswählen, welche Zellen beachtet werden.' },
    recurrent: { name: 'Rekurrenter Zustand', meaning: 'Der ganze Zustand jeder rekurrenten Schicht, in jeder Tiefe gleich groß.' },
  },

  machine: {
    title: 'Speicher dieses Rechners',
    empty:
      'Die Speicherbandbreite dieses Rechners ist noch nicht gemessen. Ohne sie zeigt Headroom die Bytes pro Token, aber keine Grenzen.',
    meaning:
      'STREAMs Triad, a[i] = b[i] + q × c[i] mit doubles: die beste von bis zu zehn Wiederholungen ohne die erste, je Element werden 24 Bytes gezählt, mit verschiedenen Zahlen von Threads.',
    duration: 'Das dauert etwa zehn Sekunden und beschäftigt alle Kerne. Senden Sie währenddessen keine Nachricht.',
    measure: 'Bandbreite messen',
    again: 'Erneut messen',
    measuring: 'Wird gemessen …',
    best(memory) {
      const { threads, bytesPerSecond } = bestOf(memory)
      return `${formatBandwidth(bytesPerSecond)} mit ${threadsText(threads)}`
    },
    sweep: ({ byThreads }) =>
      byThreads.map(({ threads, bytesPerSecond }) => `${threadsText(threads)}: ${formatBandwidth(bytesPerSecond)}`).join(' · '),
    how({ measuredAt, arrayBytes, cacheBytes }) {
      const cache = cacheBytes === null ? '' : `; Last-Level-Cache ${formatBytes(cacheBytes)}`
      return `STREAM Triad, drei Felder von ${formatBytes(arrayBytes)}${cache}, gemessen ${dateTime(measuredAt)}.`
    },
    isSmall: 'Die Felder sind kürzer als viermal der Last-Level-Cache, weil Speicher fehlte: Der Wert kann zu hoch sein.',
  },

  prefill: {
    title: 'Prefill',
    empty: 'Der Prefill dieses Modells ist auf diesem Rechner noch nicht gemessen. Ohne ihn ist das Dach für das Rechnen unbekannt.',
    what: 'Headroom verarbeitet einen Prompt von 512 Tokens mit mehreren Micro-Batches. Der Lauf erscheint unter Vergleichen, und der Chat hat bis zu seinem Ende kein Modell.',
    estimate: (seconds) => `Das dauert etwa ${formatDuration(seconds)} beim Tempo dieser Unterhaltung. Sie können es abbrechen.`,
    noModel: 'Der Chat bekommt sein Modell zurück, wenn der Benchmark endet.',
    measure: 'Prefill messen',
    again: 'Prefill erneut messen',
    running: 'Ein Benchmark läuft',
    runTitle: 'Prefill nach Micro-Batch',
    highest: ({ flopPerSecond, source }, { backend, threads }) =>
      `${formatFlopRate(flopPerSecond)}: die höchste Rate, die llama.cpp mit diesem Modell erreicht hat, ${rateSource(source)} (${backend}, Benchmarks mit ${threadsText(threads)}). Das ist kein Wert des Prozessors: Andere Gewichtstypen erreichen andere Raten.`,
    beaten: (flopPerSecond) =>
      `Der gemessene Prefill hat nur ${formatFlopRate(flopPerSecond)} erreicht. Der Rechner war bei der Messung wahrscheinlich beschäftigt: Messen Sie den Prefill noch einmal.`,
    busy: (spread) =>
      `Die Wiederholungen dieser Messung unterscheiden sich um bis zu ${formatPercent(spread)}, der Rechner war also wahrscheinlich beschäftigt. Messen Sie den Prefill noch einmal, während kein anderes Programm läuft.`,
    turns(batchTokens, evidence) {
      const turning = `Nach der Roofline begrenzt ab einem Micro-Batch von ${tokens(batchTokens)} das Rechnen den Prefill statt der Speicher.`
      switch (evidence.kind) {
        case 'agrees':
          return `${turning} Die Messung stimmt damit überein: Größere Batches sind nicht schneller.`
        case 'unknown':
          return `${turning} Ein größerer Micro-Batch ist nicht gemessen.`
        case 'contradicts':
          return `${turning} Die Messung widerspricht: Micro-Batches von ${tokens(evidence.to)} sind ${formatNumber(evidence.times, 1)}-mal so schnell wie solche von ${tokens(evidence.from)}.`
      }
    },
    neverTurns: 'Nach der Roofline begrenzt den Prefill dieses Modells auf diesem Rechner bei jedem Micro-Batch der Speicher.',
  },

  token: {
    title: 'Bytes pro Token',
    meaning:
      'Für ein Token einer Antwort gelesen und geschrieben, jedes Byte einmal. Nur aktive Experten zählen, und eine Zeile der Token-Embeddings.',
    atDepth: (depth) => `Bei ${cellsText(depth)} in Gebrauch`,
    weights: { name: 'Gewichte', meaning: 'Alles, womit das Modell ein Token multipliziert. In jeder Tiefe gleich.' },
    ofType: (type) => ({ name: `davon ${type}`, meaning: `Der Teil der Gewichte vom Typ ${type}.` }),
    written: { name: 'Cache, geschrieben', meaning: 'Die eigene Zeile des Tokens in jeder Schicht, und rekurrente Zustände.' },
    total: {
      name: 'Bytes pro Token',
      meaning: 'Die Summe aus Gewichten, gelesenem und geschriebenem Cache, für ein Token in der Mitte der Antwort.',
    },
    allowed: (threads) => ({
      name: `ITL im Tempo der Triad${withThreads(threads)}`,
      meaning:
        'Bytes pro Token geteilt durch die Rate von STREAMs Triad. Das ist ein Maßstab, keine Grenze: Die Triad zählt 24 Bytes je Element und nicht das Lesen, das ihr Schreiben auslöst, und Decode liest nur. Ein Token kann deshalb bis zu einem Drittel schneller sein, oder noch schneller, wenn ein Cache des Prozessors einen Teil der Bytes hält.',
    }),
    measured: { name: 'ITL gemessen', meaning: 'Der Median der Abstände zwischen zwei Tokens dieser Antwort.' },
    mbu: (threads) => ({
      name: `MBU${withThreads(threads)}`,
      meaning:
        'Model Bandwidth Utilization: die ITL im Tempo der Triad, geteilt durch die gemessene ITL. Sie kann etwa 133 % erreichen, weil reines Lesen bis zu einem Drittel schneller ist als die Triad, und mehr, wenn ein Cache des Prozessors einen Teil der Bytes hält.',
    }),
    mbuValue: (utilization, fitsCache) =>
      fitsCache ? `${formatPercent(utilization)}, sagt wenig: passt in den Prozessor-Cache` : formatPercent(utilization),
    fitsCache: (bytes, cacheBytes) =>
      `Die Bytes eines Tokens (${formatBytes(bytes)}) passen in den letzten Cache des Prozessors (${formatBytes(cacheBytes)}). Die Rate des Speichers sagt über dieses Modell wenig, weil das meiste nicht aus dem Speicher gelesen wird.`,
    unknown: {
      'not-measured': 'Bandbreite nicht gemessen',
      'not-in-ram': 'Gewichte nicht im RAM',
      'shared-steps': 'gemeinsame Schritte',
      'too-short': 'zu wenige Tokens',
    },
    unknownMeaning: {
      'not-measured': 'Die Speicherbandbreite dieses Rechners ist noch nicht gemessen. „Bandbreite“ im Cache-Bereich misst sie.',
      'not-in-ram':
        'Die Gewichte oder ein Teil davon sind im Speicher einer Grafikkarte. Headroom misst nur die Bandbreite des Arbeitsspeichers.',
      'shared-steps':
        'Mehrere Tokens kamen aus einem Schritt (Entwürfe, mehrere Antworten in einem Batch oder andere Unterhaltungen). Ein Abstand ist also nicht die Zeit eines Tokens.',
      'too-short': 'Die Antwort hat zu wenige Tokens für einen Abstand.',
    },
    basis: ({ threads, bytesPerSecond }) =>
      `Die Speicherbandbreite ist hier die mit ${threadsText(threads)}: ${formatBandwidth(bytesPerSecond)}.`,
    figure: (utilization, { threads, bytesPerSecond }, fitsCache) => ({
      text: `MBU ${formatPercent(utilization)}${fitsCache ? ' (passt in den Prozessor-Cache)' : ''}`,
      meaning: `Model Bandwidth Utilization: ${formatPercent(utilization)} der ${formatBandwidth(bytesPerSecond)}, die mit ${threadsText(threads)} gemessen wurden. Der Rest ist Rechnen, Warten und das Treffen der Threads. ${fitsCache ? 'Die Bytes eines Tokens passen in den letzten Cache des Prozessors, deshalb sagt die Rate des Speichers hier wenig. ' : ''}Die Bytes stehen im Bericht.`,
    }),
  },

  grid: {
    title: 'In anderen Tiefen',
    meaning:
      'Für jeden Cache-Typ, mit K und V desselben Typs: die Bytes, die ein Token braucht, und die Zeit, in der der Speicher sie mit der höchsten Rate der Triad liefert. Reines Lesen kann bis zu einem Drittel schneller sein.',
    depth: 'Zellen',
    allowed: 'im Tempo der Triad',
    predicted: 'vorhergesagte ITL',
    predictedMeaning:
      'Eine Gerade durch die in dieser Unterhaltung gemessene ITL, über den Bytes des Caches in dieser Tiefe, und der Bereich, in dem 95 % der Messungen zu erwarten sind. Nur für den verwendeten Cache-Typ, und nie unter der ITL im Tempo der Triad, außer Messungen lagen darunter.',
    interval: ({ ms, lowMs, highMs }) => `${formatMs(ms)} (${formatMs(lowMs)} bis ${formatMs(highMs)})`,
    tooFar: 'zu weit für eine Vorhersage',
    basis({ range, mostTokens, check }) {
      const basis = `Vorhergesagt aus ${measuredPoints(range, 'dative')}, bis ${formatCount(mostTokens)} Zellen.`
      return check === null
        ? basis
        : `${basis} Eine Gerade durch die flacheren Punkte verfehlt die tiefsten ${formatCount(check.heldOut)} um ${formatPercent(check.medianError, 1)} (Median), höchstens um ${formatPercent(check.largestError, 1)}. Tiefer ist nichts gemessen.`
    },
    noPrediction(why, range) {
      switch (why) {
        case 'few':
          return range.points === 0
            ? `Die ITL in anderen Tiefen wird nicht vorhergesagt, weil noch keine gemessen ist. Dafür braucht es ${formatCount(leastPoints)} Punkte; eine Antwort hat einen für je 8 bis 16 Tokens und höchstens 16.`
            : `Die ITL in anderen Tiefen wird noch nicht vorhergesagt: Dafür braucht es ${formatCount(leastPoints)} gemessene Punkte, und es gibt erst ${measuredPoints(range)}. Lassen Sie sich länger antworten.`
        case 'narrow':
          return `Die ITL in anderen Tiefen wird noch nicht vorhergesagt. Lassen Sie sich länger oder in anderen Tiefen antworten: Bisher gibt es ${measuredPoints(range)}, und sie müssen mindestens ${formatCount(leastSpreadCells)} Zellen auseinander liegen, damit sich zeigt, wie die ITL wächst.`
        case 'same-bytes':
          return `Die ITL in anderen Tiefen wird nicht vorhergesagt: Bei ${measuredPoints(range, 'dative')} liest ein Token gleich viele Bytes aus dem Cache.`
        case 'scattered':
          return `Die ITL in anderen Tiefen wird nicht vorhergesagt, weil sich ${measuredPoints(range)} zu sehr unterscheiden: ${formatMs(range.fastestMs)} bis ${formatMs(range.slowestMs)}. Der Rechner war wahrscheinlich beschäftigt. Lassen Sie sich noch einmal antworten, während kein anderes Programm läuft.`
      }
    },
    bytesAndTime: (bytes, ms) => (ms === null ? formatBytes(bytes) : `${formatBytes(bytes)} · ${formatMs(ms)}`),
  },

  roofline: {
    title: 'Roofline',
    meaning:
      'Links vom Knick begrenzt der Speicher: Das Dach ist Bandbreite × Intensität. Rechts davon begrenzt das Rechnen. Ein Punkt unter dem Dach verliert den Rest beim Warten oder rechnet mit langsameren Befehlen. Der flache Teil ist die höchste Rate, die vorkam. Der schräge Teil ist die Rate der Triad: Reines Lesen kann bis zu einem Drittel schneller sein. Ein Punkt kann deshalb darüber liegen, oder weiter darüber, wenn er einen Teil seiner Bytes aus einem Cache des Prozessors gelesen hat.',
    note: 'Beide Achsen sind logarithmisch. Punkte sind gemessen; Ringe zeigen, wo Decode auf dem Dach wäre.',
    x: 'FLOP pro Byte',
    y: 'GFLOP/s',
    roof: 'Dach',
    prefill: 'Prefill, gemessen',
    decode: 'Decode, gemessen',
    decodeOf: (type) => `Decode auf dem Dach, ${type}`,
    batch: (batchTokens) => `Micro-Batch von ${tokens(batchTokens)}`,
    depth: (depth) => `${cellsText(depth)} in Gebrauch`,
    point: (flopPerByte, flopPerSecond) =>
      `${formatNumber(flopPerByte, flopPerByte < 10 ? 2 : 0)} FLOP pro Byte, ${formatFlopRate(flopPerSecond)}`,
    empty: 'Die Roofline erscheint, sobald Speicherbandbreite und Prefill gemessen sind.',
    table: 'Punkte der Roofline',
    kind: 'Art',
  },

  charts: {
    occupancy: {
      title: 'Belegte Zellen über die Zeit',
      meaning: 'Belegte Zellen dieser Unterhaltung, während ihre Turns verarbeitet wurden. Pausen zwischen den Turns fehlen.',
      note: 'In Sekunden. Ein Abfall ist ein Prompt, der weniger mit dem Cache gemeinsam hat, oder Text, der den Kontext verlassen hat.',
      line: 'belegte Zellen',
      x: 's Verarbeitung',
      y: 'Zellen',
    },
    itl: {
      title: 'ITL nach belegten Zellen',
      meaning:
        'Mediane der Abstände in Stücken jeder Antwort dieser Unterhaltung, mit demselben Modell und denselben Cache-Typen wie jetzt.',
      note: 'Vorhergesagt: eine Gerade durch die gemessenen Punkte, mit ihrem 95-%-Bereich; sie fehlt, wenn die Punkte sie nicht tragen. Im Tempo der Triad: die Bytes geteilt durch deren Rate; reines Lesen kann bis zu einem Drittel schneller sein.',
      measured: 'gemessen',
      predicted: 'vorhergesagt',
      allowed: 'im Tempo der Triad',
      x: 'Zellen',
    },
    rate: {
      title: 'Tokens pro Sekunde nach Tiefe',
      meaning: 'Dieselben Punkte als Tokens pro Sekunde.',
      note: 'Der Kehrwert des Abstands.',
    },
    empty: 'Die Diagramme erscheinen nach einer Antwort von mindestens neun Tokens mit dem geladenen Modell und seinen Einstellungen.',
  },

  noModel: 'Laden Sie ein Modell, um zu sehen, was seine Tokens lesen.',
  noReads: 'Der Header dieses Modells enthält keine Tensoren oder ist nicht lesbar. Die Bytes pro Token sind deshalb unbekannt.',
  reading: 'Der Header des Modells wird gelesen …',
  cells: (count) => formatCount(count),
}
