import type { FatalSettings, SettingsRefusal, VocabularyDifference } from '../../../contract/errors/settings-reasons'
import { formatCount } from '../../../text/amounts'
import { counted } from '../../words/en'

export function settingsRefusalText(refusal: SettingsRefusal): string {
  switch (refusal.kind) {
    case 'quantized-value-needs-flash-attention':
      return `V as ${refusal.valueType} needs flash attention, which is off.`
    case 'head-not-divisible-by-block':
      return `${refusal.of} as ${refusal.type} needs heads whose size is a multiple of ${refusal.blockElements} elements. The heads of this model have ${formatCount(refusal.headElements)}.`
    case 'mla-needs-equal-types':
      return `This model stores K and V as one tensor, so both need the same type. ${refusal.keyType} and ${refusal.valueType} differ.`
    case 'too-many-sequences':
      return `llama.cpp supports up to ${formatCount(refusal.mostSequences)} sequences, not ${formatCount(refusal.sequences)}.`
    case 'no-context':
      return refusal.mostTokens === null
        ? 'No context length is set, and the model does not state its trained context.'
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
      return 'The file declares a sliding window, but no layer uses one.'
    case 'window-missing':
      return 'llama.cpp expects a sliding window for this architecture, but the file has none.'
    case 't5-one-sequence':
      return 'T5 in llama.cpp works with one sequence only.'
    case 'plm-flash-attention':
      return 'PLM in llama.cpp does not work with flash attention. Turn it off.'
    case 'sequences-divide-micro-batch':
      return 'For this architecture, the micro-batch must be a multiple of the number of sequences.'
    case 'indexer-heads':
      return 'With flash attention, llama.cpp needs one indexer head for each KV head, but this model has a different number.'
    case 'first-layer-without-indexer':
      return 'The first layer has no indexer, and there is no earlier layer whose indexer it could use.'
    case 'predicting-layers-with-indexer':
      return 'This model has extra layers that predict several tokens at once. llama.cpp does not support them together with an indexer.'
    case 'few-layers-with-cache':
      return `Only ${counted(cause.layers, 'layer has', 'layers have')} a cache, but the other layers reuse the caches of two layers: one with a sliding window and one without.`
    case 'reuse-of-other-kind':
      return `Layer ${cause.layer} reuses the cache of a layer of another kind.`
    case 'key-row-not-blocks':
      return `A key row has ${formatCount(cause.elements)} elements, which is not a multiple of the block size ${cause.blockElements}.`
    case 'batch-shorter-than-sequences':
      return `A batch of ${counted(cause.batchTokens, 'token', 'tokens')} is too small for ${formatCount(cause.sequences)} sequences. Each sequence needs at least one token in the batch.`
  }
}

/** "It" is the draft model. */
export function vocabularyDifferenceText(difference: VocabularyDifference): string {
  switch (difference.kind) {
    case 'tokenizer':
      return `Its tokenizer is ${difference.draft}; that of the main model is ${difference.main}.`
    case 'added-start':
      return difference.addedBy === 'draft'
        ? 'Only the draft model adds a token before the prompt.'
        : 'Only the main model adds a token before the prompt.'
    case 'added-end':
      return difference.addedBy === 'draft'
        ? 'Only the draft model adds a token after the prompt.'
        : 'Only the main model adds a token after the prompt.'
    case 'start-token':
      return `The draft model starts a prompt with token ${difference.draft}, the main model with token ${difference.main}.`
    case 'end-token':
      return `The draft model ends a prompt with token ${difference.draft}, the main model with token ${difference.main}.`
    case 'token-count':
      return `Its vocabulary has ${formatCount(difference.draft)} tokens; that of the main model has ${formatCount(difference.main)}.`
    case 'token':
      return `Token ${difference.id} is “${difference.draft}” in the draft model and “${difference.main}” in the main model.`
  }
}
