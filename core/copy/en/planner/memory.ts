import type { LayerKind } from '../../../kv/layer-kinds'
import type { Room } from '../../../plan/bill'
import type { BillPart, MemoryLocation } from '../../../plan/bill-part'
import { gpuOverheadBytes } from '../../../plan/parts/overhead'
import { formatBytes, formatCount, formatPercent, formatRoughBytes } from '../../../text/amounts'
import { layerKinds } from './layers'

const sureness = (isEstimate: boolean): string => (isEstimate ? 'estimate' : 'exact')
const machineUnknown = 'the memory of this machine is not known yet'
export const memoryOf = ({ location, isFullestGpu }: Room): string =>
  isFullestGpu ? 'VRAM of the fullest GPU' : location === 'ram' ? 'RAM' : 'VRAM'
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
      'Weights, cache, compute buffer, checkpoints, engine, and driver together. Whether the plan fits also depends on the reserve for the estimates’ errors, which has its own row below.',
    noWeights: 'without the weights: their size is not known',
    machineUnknown,
    unread: (name: string): string => `for the last valid settings; correct “${name}”`,
    fits: (rooms: readonly Room[]): string =>
      `fits: ${rooms.map((room) => `≈ ${formatRoughBytes(room.spareBytes)} of ${memoryOf(room)}`).join(' and ')} ${rooms.length > 1 ? 'stay' : 'stays'} free`,
    /** The figure is shown between `before` and `after`. The estimates fit, but not at their upper bounds. */
    mayNotFit: {
      before: 'may not fit: ',
      figure: 'Missing reserve',
      after: (room: Room): string => ` of the reserve for the estimates’ errors is missing (${memoryOf(room)})`,
    },
    tooLarge: {
      before: 'does not fit: ',
      figure: 'Missing memory',
      after: (room: Room): string => ` of ${memoryOf(room)} is missing${room.reserveBytes > 0 ? ', with the reserve' : ''}`,
    },
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
export function partMeaning({ kind, location, source, checkpoints, gpu }: BillPart): string {
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
      return location === 'ram' ? engineMeaning(gpu) : driverMeaning(gpu)
  }
}

const engineMeaning = (gpu: BillPart['gpu']): string =>
  `The engine process itself, measured with a small model${gpu === 'shared' ? '. The GPU shares this memory; what its driver takes is not known, so it is not counted' : ''}`

function driverMeaning(gpu: BillPart['gpu']): string {
  const reported = `Driver and kernels on each GPU: ${formatBytes(gpuOverheadBytes)}, as llama.cpp reported for CUDA on an RTX 4090`
  switch (gpu) {
    case 'cuda':
      return reported
    case 'vulkan':
      return `${reported}; not measured for Vulkan, so the same is assumed`
    case 'metal':
      return `${reported}; not measured for Metal, so the same is assumed. An Apple GPU takes it from the memory that it shares with the system`
    default:
      return `${reported}; assumed for other GPUs`
  }
}

export interface BarBytes {
  readonly usedBytes: number
  readonly reserveBytes: number
  /** null if unknown. */
  readonly freeBytes: number | null
}

type SegmentId = LayerKind | 'weights' | 'compute' | 'checkpoints' | 'overhead' | 'reserve' | 'free'

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
  reserve: 'Reserve for the estimates’ errors',
  free: 'Stays free',
}

export const memory = {
  title: (location: MemoryLocation, isAlone: boolean): string =>
    isAlone ? 'Where the memory goes' : location === 'ram' ? 'Memory' : 'GPU memory',
  segments,
  weightsMeaning: (isEstimate: boolean): string =>
    isEstimate ? 'The number of weights in this memory times the bits per weight of the file type.' : 'The file’s tensors in this memory.',
  computeMeaning:
    'Scratch memory for the tokens of one micro-batch. Its exact size depends on llama.cpp’s graph, so Headroom estimates it. In 2,168 contexts measured on a CPU, the error stayed within ± 90% for buffers of up to 128 MiB, and within ± 30% for buffers of 384 MiB or more.',
  checkpointsMeaning: ({ count, limit }: NonNullable<BillPart['checkpoints']>): string =>
    `Copies of a sequence’s sliding windows or states, in RAM. A window or a state cannot be rolled back, so a conversation continues from such a copy after you edit or regenerate. Headroom makes one per turn and one every 8,192 tokens: ${formatCount(count)} per sequence if one turn fills the context, at most ${formatCount(limit)}. They are made only as the context fills.`,
  reserveMeaning: 'The sum of the ± errors of the estimates above. Headroom keeps this memory free when it decides whether the plan fits.',
  freeMeaning: 'What remains of the free memory after the plan and its reserve.',
  label: (name: string, share: number): string =>
    `${name}, ${share < 0.01 ? `less than ${formatPercent(0.01)}` : formatPercent(share)} of the bar`,
  source: (isEstimate: boolean, errorShare: number | null): string =>
    isEstimate && errorShare !== null ? `estimate, ± ${formatPercent(errorShare)}` : sureness(isEstimate),
  /** `isWhatIf`: another machine, all of whose memory counts as free. */
  note({ usedBytes, reserveBytes, freeBytes }: BarBytes, location: MemoryLocation, isWhatIf = false): string {
    const machine = location === 'ram' ? 'this machine' : 'the GPU'
    const reserve = reserveBytes > 0 ? ` and a reserve of ≈ ${formatRoughBytes(reserveBytes)}` : ''
    const [used, free] = [`${formatBytes(usedBytes)}${reserve}`, formatBytes(freeBytes ?? 0)]
    if (freeBytes === null) return `${used} in all. How much memory is free on ${machine} is not known yet.`
    const isOver = usedBytes + reserveBytes > freeBytes
    const needed = `${used} ${reserveBytes > 0 ? 'are' : 'is'} needed`
    const memory = location === 'ram' ? 'RAM' : 'VRAM'
    if (isWhatIf)
      return isOver ? `${needed}; the machine has ${free} of ${memory} (red line).` : `${used}, of the machine’s ${free} of ${memory}.`
    return isOver ? `${needed}; ${free} is free on ${machine} (red line).` : `${used}, of the ${free} that is free on ${machine}.`
  },
}
