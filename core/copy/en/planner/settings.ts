import { formatShort } from '../../../text/number-language'
import { tokens } from '../../words/en'

const asOne = (typesAreOne: boolean): string => (typesAreOne ? ' This model stores K and V as one tensor, so both have the same type.' : '')

export const settings = {
  legend: 'Settings to plan with',
  sliders: {
    contextTokens: { name: 'Context', label: 'Context in tokens', slider: 'Context slider', unit: 'tokens' },
    sequences: { name: 'Sequences', label: 'Sequences', slider: 'Sequences slider', unit: 'sequences' },
    batchTokens: { name: 'Batch', label: 'Batch in tokens', slider: 'Batch slider', unit: 'tokens' },
  },
  /** `trainedTokens` is 0 if unknown. */
  contextMeaning: (trainedTokens: number): string =>
    `Tokens that one sequence can hold.${trainedTokens > 0 ? ` The model’s trained context is ${tokens(trainedTokens)}.` : ''} llama.cpp rounds the context up to a multiple of 256 cells.`,
  longerThanTrained: (trainedTokens: number): string => `Longer than the model’s trained context of ${tokens(trainedTokens)}.`,
  sequencesMeaning: 'How many conversations keep their cache at the same time. Each one needs its own cache.',
  batchMeaning:
    'Prompt tokens processed at once: llama.cpp’s n_batch and n_ubatch, which node-llama-cpp makes equal. A larger batch needs a larger compute buffer and larger sliding-window caches.',
  keyType: { name: 'K type', meaning: (typesAreOne: boolean): string => `How keys are stored.${asOne(typesAreOne)}` },
  valueType: {
    name: 'V type',
    meaning: (typesAreOne: boolean): string => `How values are stored. A quantized type needs flash attention.${asOne(typesAreOne)}`,
  },
  flashAttention: {
    name: 'Flash attention',
    meaning: 'Computes attention tile by tile, without the whole score matrix. A quantized V type needs it.',
    options: { auto: 'automatic', on: 'on', off: 'off' },
  },
  fullWindow: {
    name: 'Full sliding-window cache',
    meaning:
      'Gives sliding layers a cache as long as the context. That needs more memory, but the cache can then be reused up to any earlier point of the conversation.',
    noSlidingLayers: 'This model has no sliding layers, so this setting changes nothing.',
  },
  weights: {
    name: 'Weights',
    label: 'Weight type',
    meaning:
      'A preset or a config.json has no tensors to count, so the size of the weights is estimated: the number of weights times the bits per weight of this file type.',
    bits: (bits: number): string => `${formatShort(bits, 2)} bits per weight`,
  },
  gpuLayers: {
    name: 'GPU layers',
    meaning: 'Layers whose weights and cache are on the GPU. Leave it empty to place as many as fit, counting only their weights.',
    placeholder: 'automatic',
  },
}
