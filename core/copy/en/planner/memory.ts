import type { LayerKind } from '../../../kv/layer-kinds'
import type { BillPart, MemoryLocation } from '../../../plan/bill-part'
import { formatBytes, formatCount, formatPercent } from '../../../text/amounts'
import { layerKinds } from './layers'

const sureness = (isEstimate: boolean): string => (isEstimate ? 'estimate' : 'exact')
const machineUnknown = 'the memory of this machine is not known yet'
/** llama.cpp's smallest context. */
const leastTokens = 256

export const headline = {
  cache: {
    name: 'Cache',
    meaning: (isAssumed: boolean): string =>
      isAssumed
        ? 'Keys, values, and states of all sequences, by the formula for ordinary attention: the installed llama.cpp does not know this architecture.'
        : 'Keys, values, and states of all sequences: exactly what llama.cpp allocates when it creates the context.',
    detail: (isEstimate: boolean): string => `${sureness(isEstimate)}, for all sequences`,
  },
  total: {
    name: 'Total',
    meaning:
      'Weights, cache, compute buffer, checkpoints, engine, and driver together. To decide whether the plan fits, Headroom counts each estimate at its upper bound.',
    noWeights: 'without the weights: their size is not known',
    machineUnknown,
    unread: (name: string): string => `for the last valid settings; correct “${name}”`,
    fits: (spareBytes: number): string => `fits, ${formatBytes(spareBytes)} stays free`,
    /** The figure is shown between `before` and `after`. */
    tooLarge: { before: 'does not fit: ', figure: 'Missing memory', after: ' too large' },
  },
  largest: {
    name: 'Largest context',
    meaning:
      'With these types and sequences, the longest context that fits into the machine’s free memory, up to the model’s trained context.',
    none: 'none',
    unit: 'tokens',
    detail(tokens: number | null, isAllTrained: boolean, hasWeights: boolean): string {
      if (tokens === null) return machineUnknown
      if (tokens === 0) return `fewer than ${leastTokens} tokens fit${hasWeights ? '' : ', without counting the weights'}`
      return `${isAllTrained ? 'the full trained context' : 'fit into free memory'}${hasWeights ? '' : ', without counting the weights'}`
    },
  },
  sequence: {
    name: 'One more sequence',
    meaning: 'The cache that one more simultaneous conversation needs.',
    refused: 'refused',
    detail: (isEstimate: boolean): string => `of cache, ${sureness(isEstimate)}`,
  },
}

/** `headroom plan` also uses this text. */
export function partMeaning({ kind, location, source, checkpoints }: BillPart): string {
  const rule =
    source === 'estimate' ? ', by the formula for ordinary attention: the installed llama.cpp does not know this architecture' : ''
  switch (kind) {
    case 'weights':
      return `${location === 'ram' ? 'Weights in RAM' : 'Weights on the GPU'}${source === 'estimate' ? ', estimated: the number of weights times the bits per weight of the file type' : ''}`
    case 'kv':
      return `Keys and values of all sequences${rule}`
    case 'state':
      return `States of all sequences, in f32${rule}`
    case 'compute':
      return 'Compute buffer for one micro-batch'
    case 'checkpoints': {
      const { count, limit } = checkpoints ?? { count: 0, limit: 0 }
      return `Copies of a sequence’s window or state, one per turn and one every 8,192 tokens: ${formatCount(count)} if one turn fills the context, at most ${formatCount(limit)}`
    }
    case 'overhead':
      return location === 'ram'
        ? 'The engine process itself, measured with a small model'
        : 'Driver and kernels on each GPU: 456 MiB as llama.cpp reported for CUDA on an RTX 4090; assumed for other GPUs'
  }
}

type SegmentId = LayerKind | 'weights' | 'compute' | 'checkpoints' | 'overhead' | 'free'

const cacheOf = (kind: LayerKind): string => `Cache: ${layerKinds[kind].name.toLowerCase()}`
const segments: Readonly<Record<SegmentId, string>> = {
  weights: 'Weights',
  full: cacheOf('full'),
  sinks: cacheOf('sinks'),
  sliding: cacheOf('sliding'),
  compressed: cacheOf('compressed'),
  indexer: cacheOf('indexer'),
  recurrent: layerKinds.recurrent.name,
  none: cacheOf('none'),
  compute: 'Compute buffer',
  checkpoints: 'Checkpoints of a full context',
  overhead: 'Engine and driver',
  free: 'Stays free',
}

export const memory = {
  title: (location: MemoryLocation, isAlone: boolean): string =>
    isAlone ? 'Where the memory goes' : location === 'ram' ? 'Memory' : 'GPU memory',
  segments,
  weightsMeaning: (isEstimate: boolean): string =>
    isEstimate ? 'The number of weights in this memory times the bits per weight of the file type.' : 'The file’s tensors in this memory.',
  freeMeaning: 'What remains of the free memory.',
  label: (name: string, share: number): string =>
    `${name}, ${share < 0.01 ? `less than ${formatPercent(0.01)}` : formatPercent(share)} of the bar`,
  source: (isEstimate: boolean, errorShare: number | null): string =>
    isEstimate && errorShare !== null ? `estimate, ± ${formatPercent(errorShare)}` : sureness(isEstimate),
  /** `isWhatIf`: another machine, all of whose memory counts as free. */
  note(usedBytes: number, freeBytes: number | null, location: MemoryLocation, isWhatIf = false): string {
    const machine = location === 'ram' ? 'this machine' : 'the GPU'
    const [used, free] = [formatBytes(usedBytes), formatBytes(freeBytes ?? 0)]
    if (freeBytes === null) return `${used} in all. How much memory is free on ${machine} is not known yet.`
    if (isWhatIf)
      return usedBytes > freeBytes ? `${used} is needed; the machine has ${free} (red line).` : `${used} of the machine’s ${free}.`
    return usedBytes > freeBytes
      ? `${used} is needed; ${free} is free on ${machine} now (red line).`
      : `${used} of the ${free} that is free on ${machine} now.`
  },
}
