import type { HighestRate, RateSource, TurningEvidence } from '../../../bandwidth/highest-rate'
import {
  type ItlPrediction,
  leastPoints,
  leastSpreadCells,
  type NoPrediction,
  type PointRange,
  type PredictedItl,
} from '../../../bandwidth/predict-itl'
import { bestOf } from '../../../bandwidth/triad-process'
import type { UnknownUtilization } from '../../../bandwidth/turn-bandwidth'
import type { ReadCacheKind } from '../../../contract/cache/read-cache-kinds'
import type { MemoryBandwidth, PrefillPeak } from '../../../contract/models/bandwidth'
import { formatBandwidth, formatBytes, formatCount, formatDuration, formatFlopRate, formatMs, formatPercent } from '../../../text/amounts'
import { formatNumber } from '../../../text/number-language'
import { counted, dateTime, tokens } from '../../words/en'

const kinds: Readonly<Record<ReadCacheKind, { readonly name: string; readonly meaning: string }>> = {
  full: {
    name: 'Cache, full attention',
    meaning: 'Keys and values of every cell in use, read once per layer. This part grows with each token.',
  },
  sliding: {
    name: 'Cache, sliding window',
    meaning: 'Keys and values of the cells in the window, read once per layer. This part stops growing when the window is full.',
  },
  latent: { name: 'Cache, latent', meaning: 'One latent vector per cell and layer (MLA), which serves as both key and value.' },
  compressed: { name: 'Cache, compressed', meaning: 'Cells that stand for several tokens each, and the states of their compressors.' },
  indexer: { name: 'Cache, indexer', meaning: 'Keys that select the cells to attend to.' },
  recurrent: { name: 'Recurrent state', meaning: 'The whole state of each recurrent layer, the same size at any depth.' },
}

/** Explains why there is no MBU. */
const unknown: Readonly<Record<UnknownUtilization, string>> = {
  'not-measured': 'bandwidth not measured',
  'not-in-ram': 'weights not in RAM',
  'shared-steps': 'several tokens per step',
  'too-short': 'too few tokens',
}
const unknownMeaning: Readonly<Record<UnknownUtilization, string>> = {
  'not-measured': 'The memory bandwidth of this machine has not been measured. “Bandwidth” in the cache panel measures it.',
  'not-in-ram': 'The weights, or a part of them, are in the memory of a graphics card. Headroom measures the bandwidth of RAM only.',
  'shared-steps':
    'Several tokens came from one step (drafts, several answers in one batch, or other conversations), so a gap is not the time of one token.',
  'too-short': 'The answer has too few tokens to measure a gap between them.',
}

const withThreads = (threads: number | null): string => (threads === null ? '' : `, ${counted(threads, 'thread', 'threads')}`)

type ThreadBandwidth = MemoryBandwidth['byThreads'][number]

/** Such as `50 points at 16 to 65 cells`. */
const measuredPoints = ({ points, shallowest, deepest }: PointRange): string =>
  `${counted(points, 'point', 'points')} at ${formatCount(shallowest)} to ${formatCount(deepest)} cells`

const rateSource = (source: RateSource): string => {
  switch (source.kind) {
    case 'prefill-test':
      return `in prefill with micro-batches of ${tokens(source.batchTokens)}`
    case 'decode-test':
      return 'in a decode test of Compare'
    case 'answer-prefill':
      return `in the prefill of ${tokens(source.tokens)} for an answer of this conversation`
    case 'answer-decode':
      return 'in the decode of an answer of this conversation'
  }
}

export const bandwidth = {
  open: 'Bandwidth',
  title: 'What limits the speed',
  purpose:
    'To write a token, llama.cpp reads the weights and the cells in use. Memory delivers only so many bytes per second, and that limits the time per token.',
  close: 'Close',
  kinds,

  machine: {
    title: 'Memory of this machine',
    empty: 'The memory bandwidth of this machine has not been measured yet. Without it, Headroom shows bytes per token, but no limits.',
    meaning:
      'STREAM’s triad, a[i] = b[i] + q × c[i] on doubles: the best of up to ten repetitions, not counting the first, with 24 bytes counted per element, for each number of threads.',
    duration: 'This takes about ten seconds and keeps every core busy. Do not send messages until it is done.',
    measure: 'Measure bandwidth',
    again: 'Measure again',
    measuring: 'Measuring…',
    best(memory: MemoryBandwidth): string {
      const { threads, bytesPerSecond } = bestOf(memory)
      return `${formatBandwidth(bytesPerSecond)} with ${counted(threads, 'thread', 'threads')}`
    },
    sweep: ({ byThreads }: MemoryBandwidth): string =>
      byThreads
        .map(({ threads, bytesPerSecond }) => `${counted(threads, 'thread', 'threads')}: ${formatBandwidth(bytesPerSecond)}`)
        .join(' · '),
    how({ measuredAt, arrayBytes, cacheBytes }: MemoryBandwidth): string {
      const arrays = `three arrays of ${formatBytes(arrayBytes)}`
      const cache = cacheBytes === null ? '' : `; last-level cache ${formatBytes(cacheBytes)}`
      return `STREAM triad, ${arrays}${cache}, measured on ${dateTime(measuredAt)}.`
    },
    /** STREAM requires arrays of at least four times the cache's size. */
    isSmall: 'The arrays are smaller than four times the last-level cache because little memory was free. The figure may be too high.',
  },

  prefill: {
    title: 'Prefill',
    empty: 'Prefill of this model has not been measured on this machine yet. Until then, the compute limit is unknown.',
    what: 'Headroom processes a prompt of 512 tokens at several micro-batch sizes. The run appears in Compare, and the chat has no model until it ends.',
    estimate: (seconds: number): string =>
      `That takes about ${formatDuration(seconds)} at the speed of this conversation. You can cancel it.`,
    noModel: 'The chat gets its model back when the benchmark ends.',
    measure: 'Measure prefill',
    again: 'Measure prefill again',
    running: 'A benchmark is running',
    runTitle: 'Prefill by micro-batch',
    highest: ({ flopPerSecond, source }: HighestRate, { backend, threads }: PrefillPeak): string =>
      `${formatFlopRate(flopPerSecond)}: the highest rate that llama.cpp reached with this model, ${rateSource(source)} (${backend}, benchmarks with ${counted(threads, 'thread', 'threads')}). It is not a property of the processor: other weight types reach other rates.`,
    /** If an answer was faster than the benchmark. */
    beaten: (flopPerSecond: number): string =>
      `Measured prefill reached only ${formatFlopRate(flopPerSecond)}. The machine was probably busy while it was measured: measure prefill again.`,
    busy: (spread: number): string =>
      `The repetitions of this measurement differ by up to ${formatPercent(spread)}, so the machine was probably busy. Measure prefill again while no other program runs.`,
    turns(batchTokens: number, evidence: TurningEvidence): string {
      const turning = `By the roofline, prefill turns from bandwidth-bound to compute-bound at a micro-batch of ${tokens(batchTokens)}.`
      switch (evidence.kind) {
        case 'agrees':
          return `${turning} The measurement agrees: larger batches are not faster.`
        case 'unknown':
          return `${turning} No larger micro-batch was measured.`
        case 'contradicts':
          return `${turning} The measurement does not agree: micro-batches of ${tokens(evidence.to)} are ${formatNumber(evidence.times, 1)} times as fast as those of ${tokens(evidence.from)}.`
      }
    },
    neverTurns: 'By the roofline, prefill of this model is bandwidth-bound at every micro-batch on this machine.',
  },

  token: {
    title: 'Bytes per token',
    meaning:
      'Bytes that llama.cpp reads and writes in memory for one token of an answer, each counted once. Only active experts count, and only one row of the token embeddings.',
    atDepth: (depth: number): string => `With ${counted(depth, 'cell', 'cells')} in use`,
    weights: { name: 'Weights', meaning: 'All weights that are read for one token. Their size is the same at any depth.' },
    ofType: (type: string): { readonly name: string; readonly meaning: string } => ({
      name: `of these, ${type}`,
      meaning: `The part of the weights whose type is ${type}.`,
    }),
    written: { name: 'Cache written', meaning: 'The keys and values of the new token in every layer, and the recurrent states.' },
    total: {
      name: 'Bytes per token',
      meaning: 'The sum of weights, cache read and cache written, for a token in the middle of the answer.',
    },
    /** null: no rate is known. */
    allowed: (threads: number | null): { readonly name: string; readonly meaning: string } => ({
      name: `ITL at the triad’s rate${withThreads(threads)}`,
      meaning:
        'Bytes per token divided by the rate of STREAM’s triad. This is a yardstick, not a limit: the triad counts 24 bytes per element and not the read that its write causes, and decode only reads, so a token can be up to a third faster, or more if the processor’s cache holds part of these bytes.',
    }),
    measured: { name: 'ITL measured', meaning: 'The median gap between two tokens of this answer.' },
    mbu: (threads: number | null): { readonly name: string; readonly meaning: string } => ({
      name: `MBU${withThreads(threads)}`,
      meaning:
        'Model bandwidth utilization: the ITL at the triad’s rate, divided by the ITL measured. It can reach about 133%, because reads alone can be up to a third faster than the triad, and more if the processor’s cache holds part of the bytes.',
    }),
    mbuValue: (utilization: number, fitsCache: boolean): string =>
      fitsCache ? `${formatPercent(utilization)}, not meaningful: fits in the processor’s cache` : formatPercent(utilization),
    fitsCache: (bytes: number, cacheBytes: number): string =>
      `The bytes of one token (${formatBytes(bytes)}) fit into the last-level cache (${formatBytes(cacheBytes)}). The rate of memory says little about this model, because most reads need no memory.`,
    unknown,
    unknownMeaning,
    basis: ({ threads, bytesPerSecond }: ThreadBandwidth): string =>
      `Here, the memory bandwidth is that of ${counted(threads, 'thread', 'threads')}: ${formatBandwidth(bytesPerSecond)}.`,
    figure: (
      utilization: number,
      { threads, bytesPerSecond }: ThreadBandwidth,
      fitsCache: boolean,
    ): { readonly text: string; readonly meaning: string } => ({
      text: `MBU ${formatPercent(utilization)}${fitsCache ? ' (fits the processor’s cache)' : ''}`,
      meaning: `Model bandwidth utilization: ${formatPercent(utilization)} of the ${formatBandwidth(bytesPerSecond)} that were measured with ${counted(threads, 'thread', 'threads')}. The rest of the time goes to computing, waiting, and synchronizing threads. ${fitsCache ? 'The bytes of one token fit into the last-level cache, so the rate of memory says little here. ' : ''}The report shows the bytes.`,
    }),
  },

  grid: {
    title: 'At other depths',
    meaning:
      'For each cache type, with K and V of the same type: the bytes that a token needs, and the time in which memory delivers them at the triad’s highest rate. Reads alone can be up to a third faster.',
    depth: 'Cells',
    allowed: 'at the triad’s rate',
    predicted: 'predicted ITL',
    predictedMeaning:
      'A line fitted to the ITL measured in this conversation, as a function of the cache bytes at each depth, and the interval in which 95% of measurements are expected. It applies only to the cache type in use, and it is never below the ITL at the triad’s rate, unless measurements were.',
    interval: ({ ms, lowMs, highMs }: PredictedItl): string => `${formatMs(ms)} (${formatMs(lowMs)} to ${formatMs(highMs)})`,
    tooFar: 'too far to predict',
    basis({ range, mostTokens, check }: ItlPrediction): string {
      const basis = `Predicted from ${measuredPoints(range)}, up to ${formatCount(mostTokens)} cells.`
      return check === null
        ? basis
        : `${basis} A line through the shallower points misses the deepest ${formatCount(check.heldOut)} by ${formatPercent(check.medianError, 1)} (median), at most ${formatPercent(check.largestError, 1)}. Nothing was measured beyond them.`
    },
    noPrediction(why: NoPrediction, range: PointRange): string {
      switch (why) {
        case 'few':
          return range.points === 0
            ? `ITL at other depths is not predicted, because it has not been measured yet. That takes ${formatCount(leastPoints)} points; an answer has one for every 8 to 16 tokens, and at most 16.`
            : `ITL at other depths is not predicted yet: that takes ${formatCount(leastPoints)} measured points, and there are only ${measuredPoints(range)}. Get a longer answer.`
        case 'narrow':
          return `ITL at other depths is not predicted yet. Get longer answers, or answers at other depths: so far, there are ${measuredPoints(range)}, and they must be at least ${formatCount(leastSpreadCells)} cells apart to show how ITL grows.`
        case 'same-bytes':
          return `ITL at other depths is not predicted: at all of ${measuredPoints(range)}, a token reads the same number of cache bytes.`
        case 'scattered':
          return `ITL at other depths is not predicted, because ${measuredPoints(range)} differ too much: from ${formatMs(range.fastestMs)} to ${formatMs(range.slowestMs)}. The machine was probably busy. Get more answers while no other program runs.`
      }
    },
    bytesAndTime: (bytes: number, ms: number | null): string =>
      ms === null ? formatBytes(bytes) : `${formatBytes(bytes)} · ${formatMs(ms)}`,
  },

  roofline: {
    title: 'Roofline',
    meaning:
      'To the left of the ridge, memory limits the speed: the roof is bandwidth × intensity. To the right, compute limits it. The flat part is the highest rate that was seen. A point below the roof loses time to waiting, or uses slower instructions. The slope is the triad’s rate: reads alone can be up to a third faster, so a point can be above it, or further above if it read some of its bytes from the processor’s cache.',
    note: 'Both axes are logarithmic. Dots are measured; rings show where decode would be on the roof.',
    x: 'FLOP per byte',
    y: 'GFLOP/s',
    roof: 'Roof',
    prefill: 'Prefill, measured',
    decode: 'Decode, measured',
    decodeOf: (type: string): string => `Decode on the roof, ${type}`,
    batch: (batchTokens: number): string => `micro-batch of ${tokens(batchTokens)}`,
    depth: (depth: number): string => `${counted(depth, 'cell', 'cells')} in use`,
    point: (flopPerByte: number, flopPerSecond: number): string =>
      `${formatNumber(flopPerByte, flopPerByte < 10 ? 2 : 0)} FLOP per byte, ${formatFlopRate(flopPerSecond)}`,
    empty: 'The roofline appears once memory bandwidth and prefill are measured.',
    table: 'Roofline points',
    kind: 'Kind',
  },

  charts: {
    occupancy: {
      title: 'Cells in use over time',
      meaning: 'Cells of this conversation in use while its turns were processed. Pauses between turns are left out.',
      note: 'The x-axis counts seconds of processing. The line drops when a prompt reuses less of the cache, or when text is dropped from the context.',
      line: 'cells in use',
      x: 's of processing',
      y: 'cells',
    },
    itl: {
      title: 'ITL by cells in use',
      meaning:
        'The median gap of each part of an answer, with up to 16 parts per answer. Only answers of this conversation with the current model and cache types count.',
      note: 'Predicted: a line fitted to the measured points, with its 95% interval; missing if the points do not support it. At the triad’s rate: the bytes divided by the triad’s rate; reads alone can be up to a third faster.',
      measured: 'measured',
      predicted: 'predicted',
      allowed: 'at the triad’s rate',
      x: 'cells',
    },
    rate: {
      title: 'Tokens per second by depth',
      meaning: 'The same points as tokens per second.',
      note: '1 divided by the gap.',
    },
    empty: 'The charts appear after an answer of at least nine tokens with the loaded model and its settings.',
  },

  noModel: 'Load a model to see how many bytes its tokens need.',
  noReads: 'The header of this model lists no tensors or cannot be read, so the bytes per token are unknown.',
  reading: 'Reading the header of the model…',
  cells: (count: number): string => formatCount(count),
}
