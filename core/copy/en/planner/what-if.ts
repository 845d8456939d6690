import type { FitChange } from '../../../plan/fit/find-fits'
import type { DecodeLimit } from '../../../plan/what-if/decode-limit'
import { formatBytes, formatCount } from '../../../text/amounts'
import { formatShort } from '../../../text/number-language'
import { counted, tokens } from '../../words/en'

const rate = (perSecond: number): string => formatShort(perSecond, perSecond < 10 ? 1 : 0)

export const whatIf = {
  machine: {
    name: 'Machine',
    meaning: 'The memory that the plan has to fit into: what is free on this machine, or all the memory of another machine.',
    label: 'Machine to plan for',
    here: 'This machine',
    other: 'Another machine',
    memory: (kind: 'vram' | 'unified', gibibytes: number, gigabytesPerSecond: number): string =>
      `${formatCount(gibibytes)} GiB ${kind === 'vram' ? 'VRAM' : 'shared by CPU and GPU'}, ${formatShort(gigabytesPerSecond, 1)} GB/s`,
    ram: {
      name: 'RAM, GiB',
      label: 'RAM in GiB',
      meaning: 'Memory of the CPU, in GiB. At first, that of this computer: enter the other machine’s.',
    },
    vram: {
      name: 'VRAM, GiB',
      label: 'VRAM in GiB, one number per GPU',
      meaning:
        'Memory of each GPU in GiB, separated by spaces: “24 24”. Leave it empty if there is no GPU. llama.cpp gives each GPU whole layers, in proportion to its memory.',
      placeholder: 'none',
      problem: 'Enter the memory of each GPU in GiB, separated by spaces, for example “24 24”.',
    },
    bandwidth: {
      name: 'Bandwidth, GB/s',
      label: 'Memory bandwidth in GB/s',
      meaning: 'How fast the memory that holds the weights can be read, in GB/s (10⁹ bytes). It limits the decode speed.',
      placeholder: 'unknown',
    },
    /** Precedes an address. */
    source: 'Figures: ',
  },
  shape: {
    title: 'Change the shape',
    meaning:
      'Plan a model with a different number of layers or heads. Added layers repeat the pattern of the first ones, and the size of the weights is estimated.',
    changed: 'changed',
    changedMeaning: 'Layers, KV heads or head size differ from the file. No such model exists, so the size of the weights is an estimate.',
    layers: { name: 'Layers', unit: 'layers' },
    kvHeads: { name: 'KV heads', unit: 'KV heads' },
    headDim: { name: 'Head size', unit: 'elements' },
    own: (value: number): string => `file: ${formatCount(value)}`,
    slider: (name: string): string => `${name} slider`,
    reset: 'Use the file’s shape',
  },
  sinks: {
    name: 'Sinks and a window',
    meaning:
      'The cache that StreamingLLM would need: layers with full attention keep only the first and the last tokens, at any length. llama.cpp has no such cache.',
    sinkTokens: 'First tokens to keep',
    windowTokens: 'Last tokens to keep',
    sinkName: 'First tokens',
    windowName: 'Last tokens',
  },
  decode: {
    title: 'Decode speed that the bandwidth allows',
    note: (gigabytesPerSecond: number): string =>
      `At ${formatCount(gigabytesPerSecond)} GB/s, this is how fast the memory delivers the bytes that a token needs. With the bandwidth of a data sheet, real speed is lower; a measured one is the triad’s rate, and reads alone can be up to a third faster. Layers in slower memory take longer.`,
    empty: 'Empty context',
    full: 'Full context',
    unit: 'tokens/s',
    rate,
    bytes: ({ bytes }: DecodeLimit): string =>
      `${formatBytes(bytes.weights)} of weights and ${formatBytes(bytes.cache)} of cache per token`,
  },
  fit: {
    title: 'What would make it fit',
    ask: 'Find changes that make it fit',
    single: 'Each of these changes is enough by itself:',
    pairs: 'No single change is enough. These pairs are:',
    none: 'No two changes make it fit.',
    fits: 'It fits.',
    change(change: FitChange): string {
      switch (change.kind) {
        case 'cache-type':
          return `K and V as ${change.type}`
        case 'context':
          return `Context of ${tokens(change.contextTokens)}`
        case 'sequences':
          return counted(change.sequences, 'sequence', 'sequences')
        case 'gpu-layers':
          return counted(change.gpuLayers, 'GPU layer', 'GPU layers')
        case 'file-type':
          return `Weights as ${change.type}`
      }
    },
    join: (changes: readonly string[]): string => changes.join(' + '),
    saved: (bytes: number): string => `${formatBytes(bytes)} less`,
    spare: (bytes: number): string => `${formatBytes(bytes)} stays free`,
    use: 'Use',
    useChange: (change: string): string => `Use: ${change}`,
  },
  perToken: {
    title: 'Cache per token by model size',
    note: 'f16, averaged over a context of 32,768 tokens. Sliding windows and recurrent states keep the cache of a large model small; many KV heads make the cache of a small model large.',
    chart: 'KiB per token against parameters, for all well-known models',
    parameters: 'Parameters',
    axis: 'KiB per token',
    shortParameters: (parameters: number): string =>
      parameters < 1e9 ? `${formatShort(parameters / 1e6, 1)}M` : `${formatShort(parameters / 1e9, 1)}B`,
    cost: (kibibytes: number): string => `${formatShort(kibibytes, 1)} KiB per token`,
    list: 'Models in the chart',
  },
}
