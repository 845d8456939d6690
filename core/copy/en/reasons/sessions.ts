import type { FingerprintKey, SessionRefusal } from '../../../contract/errors/session-reasons'
import { listed } from '../../words/en'

const settings: Readonly<Record<FingerprintKey, string>> = {
  modelHash: 'the model',
  architecture: 'the architecture',
  rope: 'the RoPE parameters',
  keyType: 'the K type',
  valueType: 'the V type',
  contextTokens: 'the context length',
  sequences: 'the number of sequences',
  batchTokens: 'the batch size',
  swaFullCache: 'the full sliding-window cache',
  flashAttention: 'flash attention',
  engine: 'the llama.cpp release or backend',
}

/** "It" is the file of the saved cache. */
export function sessionRefusalText(refusal: SessionRefusal): string {
  switch (refusal.kind) {
    case 'other-conversation':
      return 'It belongs to another conversation.'
    case 'other-description':
      return 'Another version of Headroom wrote it.'
    case 'incomplete':
      return {
        'too-short': 'The file is incomplete: it is too short.',
        'end-missing': 'The file is incomplete: its end is missing.',
        'became-shorter': 'The file is incomplete: it became shorter while it was read.',
      }[refusal.flaw]
    case 'damaged':
      return {
        checksum: 'The file is damaged: its checksum is wrong.',
        sizes: 'The file is damaged: the sizes of its parts do not add up.',
        tokens: 'The file is damaged: its tokens do not match its description.',
        'more-tokens-than-context': 'The file is damaged: it has more tokens than the context.',
        'checkpoint-after-end': 'The file is damaged: a checkpoint has more tokens than the file.',
        'not-a-state': 'The file is damaged: it does not contain the state of a sequence.',
        'checkpoint-not-a-state': 'The file is damaged: a checkpoint is not the state of a sequence.',
      }[refusal.flaw]
    case 'other-version':
      return refusal.of === 'headroom'
        ? `Another version of Headroom wrote it (format ${refusal.found} instead of ${refusal.known}).`
        : `Another version of llama.cpp wrote it (format ${refusal.found} instead of ${refusal.known}).`
    case 'other-settings':
      return `It was saved with another model or other settings. It differs in ${listed(refusal.differences.map((key) => settings[key]))}.`
    case 'outside-folder':
      return refusal.what === 'unsafe-name'
        ? 'The ID of its conversation cannot be used in a file name.'
        : `It is a ${refusal.what}, not a file in the folder of saved caches.`
  }
}
