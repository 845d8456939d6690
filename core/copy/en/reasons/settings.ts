import type { FatalSettings, SettingsRefusal, VocabularyDifference } from '../../../contract/errors/settings-reasons'
import { formatCount } from '../../../text/amounts'
import { counted } from '../../words/en'

export function settingsRefusalText(refusal: SettingsRefusal): string {
  switch (refusal.kind) {
    case 'quantized-value-needs-flash-attention':
      return `V as ${refusal.valueType} needs flash attention, which is off.`
    case 'head-not-divisible-by-block':
      return `${refusal.of} as ${refusal.type} needs heads that are a multiple of ${refusal.blockElements} elements. The heads of this model have ${formatCount(refusal.headElements)}.`
    case 'mla-needs-equal-types':
      return `This model stores K and V as one tensor, so both need the same type. ${refusal.keyType} and ${refusal.valueType} differ.`
    case 'too-many-sequences':
      return `llama.cpp supports up to ${formatCount(refusal.mostSequences)} sequences, not ${formatCount(refusal.sequences)}.`
    case 'no-context':
      return refusal.mostTokens === null
        ? 'The context has no length, and the model does not say with which length it was trained.'
        : `llama.cpp supports up to ${formatCount(refusal.mostTokens)} tokens for all sequences together.`
    case 'needs-target-model':
      return 'This is a draft model, which only works with the model that it drafts for.'
    case 'cannot-be-loaded':
      return `llama.cpp cannot load this model: “${refusal.quoted}”.`
    case 'kills-the-process':
      return fatalText(refusal.cause)
  }
}

function fatalText(cause: FatalSettings): string {
  switch (cause.kind) {
    case 'no-layer-slides':
      return 'The file announces a sliding window, but no layer uses one.'
    case 'window-missing':
      return 'llama.cpp expects a sliding window for this architecture, and the file has none.'
    case 't5-one-sequence':
      return 'T5 in llama.cpp works with one sequence only.'
    case 'plm-flash-attention':
      return 'PLM in llama.cpp does not work with flash attention. Turn it off.'
    case 'sequences-divide-micro-batch':
      return 'The number of sequences must divide the micro-batch for this architecture.'
    case 'indexer-heads':
      return 'The indexer of this model does not have one head for each KV head.'
    case 'first-layer-without-indexer':
      return 'The first layer has no indexer and no earlier layer to share one with.'
    case 'predicting-layers-with-indexer':
      return 'llama.cpp does not support layers that predict further tokens together with an indexer here.'
    case 'few-layers-with-cache':
      return `Only ${counted(cause.layers, 'layer has', 'layers have')} a cache. The other layers need one of each kind.`
    case 'reuse-of-other-kind':
      return `Layer ${cause.layer} reuses the cache of a layer of another kind.`
    case 'key-row-not-blocks':
      return `A key row of ${formatCount(cause.elements)} elements is not a multiple of blocks of ${cause.blockElements}.`
    case 'batch-shorter-than-sequences':
      return `A batch of ${counted(cause.batchTokens, 'token', 'tokens')} is too short for ${formatCount(cause.sequences)} sequences. Each needs at least one token in it.`
  }
}

/** "It" is the draft model. */
export function vocabularyDifferenceText(difference: VocabularyDifference): string {
  switch (difference.kind) {
    case 'tokenizer':
      return `Its tokenizer is ${difference.draft}, and the model uses ${difference.main}.`
    case 'added-start':
      return difference.addedBy === 'draft'
        ? 'It adds a token before the prompt, and the model does not.'
        : 'The model adds a token before the prompt, and it does not.'
    case 'added-end':
      return difference.addedBy === 'draft'
        ? 'It adds a token after the prompt, and the model does not.'
        : 'The model adds a token after the prompt, and it does not.'
    case 'start-token':
      return `A prompt starts with token ${difference.draft} instead of ${difference.main}.`
    case 'end-token':
      return `A prompt ends with token ${difference.draft} instead of ${difference.main}.`
    case 'token-count':
      return `It has ${formatCount(difference.draft)} tokens, and the model has ${formatCount(difference.main)}.`
    case 'token':
      return `Token ${difference.id} is “${difference.draft}” instead of “${difference.main}”.`
  }
}
