import type { DecodeStep } from '../../../bandwidth/decode-grid'
import { bestOf } from '../../../bandwidth/triad-process'
import type { WeightReads } from '../../../bandwidth/weights/weight-reads'
import type { MemoryBandwidth, PrefillPeak } from '../../../contract/models/bandwidth'
import { formatBandwidth, formatBytes, formatCount, formatFlopRate, formatMs, formatRate } from '../../../text/amounts'
import { counted } from '../../words/en'

export interface BandwidthFigures {
  readonly model: string
  /** The bandwidth of VRAM is not measured. */
  readonly isInRam: boolean
  readonly weights: WeightReads['byType']
  /** `allowedItlMs` is null if the weights are in VRAM. */
  readonly decode: readonly (DecodeStep & { readonly allowedItlMs: number | null })[]
  readonly prefillPoints: readonly (PrefillPeak['byBatch'][number] & { readonly flopPerByte: number })[]
  readonly ridgeFlopPerByte: number | null
  /** null if the weights are in VRAM, or if prefill is bandwidth-bound at every micro-batch. */
  readonly turningBatchTokens: number | null
}

export const bandwidthNotes = {
  memory: 'measuring the memory bandwidth, which takes about ten seconds; other programs that run now lower the result',
  prefill: 'measuring prefill speed by micro-batch',
  batch: (test: string, batchTokens: number): string => `${test} in micro-batches of ${formatCount(batchTokens)}`,
  notStored: (message: string): string => `the measurement was not stored: ${message}`,
  noTensors: (fileName: string): string => `${fileName} has no tensors, so its bytes per token are unknown`,
  oneModel: 'bandwidth takes at most one model: a path, or "pocket"',
}

export const bandwidthTable = {
  memory(memory: MemoryBandwidth): string {
    const { arrayBytes, cacheBytes, byThreads } = memory
    const cache = cacheBytes === null ? '' : `, last-level cache ${formatBytes(cacheBytes)}`
    const best = bestOf(memory)
    const rows = byThreads.map((one) =>
      row(['threads', formatCount(one.threads)], [formatBandwidth(one.bytesPerSecond), one === best ? 'best' : '']),
    )
    return `memory bandwidth: STREAM triad, 24 bytes per element, arrays of ${formatBytes(arrayBytes)}${cache}\n${rows.join('')}`
  },
  model(
    { model, weights, decode, prefillPoints, turningBatchTokens, isInRam }: BandwidthFigures,
    { backend, threads }: PrefillPeak,
  ): string {
    const total = weights.reduce((sum, { bytes }) => sum + bytes, 0)
    const types = weights.map(({ type, bytes }) => `${type} ${formatBytes(bytes)}`).join(', ')
    const steps = decode.map(({ type, tokens, cacheBytes, movedBytes, allowedItlMs }) =>
      row(
        [type, `depth ${formatCount(tokens)}`],
        [
          `cache ${formatBytes(cacheBytes)}`,
          formatBytes(movedBytes),
          ...(allowedItlMs === null ? [] : [formatMs(allowedItlMs), formatRate(1000 / allowedItlMs)]),
        ],
      ),
    )
    const points = prefillPoints.map(({ batchTokens, tokensPerSecond, flopPerSecond, flopPerByte }) =>
      row(
        ['micro-batch', formatCount(batchTokens)],
        [formatRate(tokensPerSecond), formatFlopRate(flopPerSecond), `${flopPerByte.toPrecision(3)} FLOP/byte`],
      ),
    )
    return [
      `\n${model}: weights read per token ${formatBytes(total)} (${types})\n`,
      `decode: bytes per token${isInRam ? ', and the ITL at the triad’s rate (reads alone can be up to a third faster)' : ''}\n`,
      ...steps,
      `prefill: the highest rates that llama.cpp reached with this model, ${backend}, ${counted(threads, 'thread', 'threads')}\n`,
      ...points,
      `${turn(isInRam, turningBatchTokens)}\n`,
    ].join('')
  },
}

function turn(isInRam: boolean, batchTokens: number | null): string {
  if (!isInRam) return 'the weights are not in RAM, and only the bandwidth of RAM was measured'
  if (batchTokens === null) return 'prefill is bandwidth-bound at every micro-batch'
  return `prefill turns from bandwidth-bound to compute-bound at a micro-batch of ${formatCount(batchTokens)}`
}

const row = (names: readonly string[], figures: readonly string[]): string =>
  `  ${names.map((name) => name.padEnd(12)).join('')}${figures.map((figure) => figure.padStart(16)).join('')}`.trimEnd().concat('\n')
