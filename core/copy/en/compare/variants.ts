import { formatShort } from '../../../text/number-language'
import { counted } from '../../words/en'

const automatic = 'automatic'

/** `number` counts from 1. */
export const variants = {
  title: 'Settings',
  note: 'The K and V type of each setting. The first setting is the reference.',
  add: 'Add setting',
  addServer: 'Add server',
  list: 'Settings to compare',
  count: (settings: number): string => counted(settings, 'setting', 'settings'),

  row: {
    label: (number: number, name: string): string => `Setting ${number}: ${name}`,
    refused: 'refused',
    more: (name: string): string => `More settings for ${name}`,
    fewer: (name: string): string => `Fewer settings for ${name}`,
    keyType: (number: number): string => `K type for setting ${number}`,
    valueType: (number: number): string => `V type for setting ${number}`,
    bits: (bits: number): string => `${formatShort(bits, 2)} bits per element`,
    planned: 'Planned cache for the whole context',
    remove: (name: string): string => `Remove ${name}`,
    reference: 'Reference: the other settings are compared with it.',
    makeReference: 'Use as reference',
  },

  /** A setting on a server. */
  server: {
    label: (number: number): string => `Server for setting ${number}`,
    choose: 'Choose a server',
    gone: (name: string): string => `${name} (removed)`,
    noServers: 'No server is saved yet.',
    open: 'Open servers',
    model: (number: number): string => `Model for setting ${number}`,
    chooseModel: 'Choose a model',
    typeModel: 'Name of the model',
    asking: 'Asking the server…',
    name: {
      label: (number: number): string => `Name of setting ${number}`,
      text: 'Name',
      meaning: 'Your own words, such as the K and V types that the server was started with: a server does not say them.',
    },
    askAgain: 'Ask again',
  },

  automatic,
  fields: {
    contextTokens: {
      name: 'Context',
      meaning:
        'In tokens, for the planned size. If empty, the model’s trained context, at most 8,192. Each measurement creates a context as long as it needs.',
      of: (number: number): string => `Context for setting ${number}`,
    },
    flashAttention: {
      name: 'Flash attention',
      meaning: 'Computes attention in tiles. A quantized V type needs it.',
      of: (number: number): string => `Flash attention for setting ${number}`,
    },
    threads: {
      name: 'Threads',
      meaning: 'If empty, a short calibration chooses the number; tests that only process prompts use all cores.',
      of: (number: number): string => `Threads for setting ${number}`,
    },
    batchTokens: {
      name: 'Batch',
      meaning: 'Prompt tokens processed at once.',
      of: (number: number): string => `Batch for setting ${number}`,
    },
    gpuLayers: {
      name: 'GPU layers',
      meaning: 'Layers on the GPU. If empty, as many as fit. If settings differ here, the model is loaded again for each value.',
      of: (number: number): string => `GPU layers for setting ${number}`,
    },
  },
  flashModes: { auto: automatic, on: 'on', off: 'off' },

  grid: {
    open: 'Create grid…',
    label: 'Settings grid',
    note: 'Lists in llama-bench’s notation. Every combination becomes a setting.',
    meaning: 'Values, separated by commas.',
    fields: {
      keyTypes: { name: 'K types', placeholder: 'f16, q8_0' },
      valueTypes: { name: 'V types', placeholder: 'same as K' },
      flashAttention: { name: 'Flash attention', placeholder: 'auto' },
      threads: { name: 'Threads', placeholder: automatic },
      batches: { name: 'Batches', placeholder: '512' },
      contexts: { name: 'Contexts', placeholder: automatic },
      gpuLayers: { name: 'GPU layers', placeholder: automatic },
    },
    use: (settings: number): string => `Use ${counted(settings, 'setting', 'settings')}`,
    /** Used while the lists are invalid. */
    useNone: 'Use settings',
    cancel: 'Cancel',
  },
}
