/** `label` is the accessible name, with the unit. `name` is the visible name. */
interface Field {
  readonly name: string
  readonly label: string
  readonly explanation: string
}

const field = (name: string, explanation: string, label = name): Field => ({ name, label, explanation })

export const fields = {
  keyType: field('K type', 'How keys are stored. With few bits, keys lose more precision than values do.'),
  valueType: field('V type', 'How values are stored. A quantized type needs flash attention.'),
  contextTokens: field(
    'Context',
    'Tokens that a conversation can hold. If empty, Headroom uses the model’s trained context, but at most 8,192 tokens and no more than fits into memory. llama.cpp rounds up to a multiple of 256 cells.',
    'Context in tokens',
  ),
  sequences: field(
    'Sequences',
    'How many conversations keep their cache, and can be answered, at the same time. Each one needs its own cache.',
  ),
  batchTokens: field(
    'Batch',
    'Prompt tokens processed at once. More is faster up to a point, and needs larger compute buffers and sliding-window caches.',
    'Batch in tokens',
  ),
  flashAttention: field('Flash attention', 'Computes attention in tiles, without the whole score matrix. A quantized V type needs it.'),
  swaFullCache: field(
    'Full sliding-window cache',
    'Gives sliding-window layers a cache as long as the context. That needs more memory, but the cache can then be reused up to any earlier point of the conversation. It has no effect on models without a window.',
  ),
  checkpointMebibytes: field(
    'Checkpoints, MiB',
    'Copies of a sliding window or a recurrent state in RAM, per sequence. The conversation can continue from them. The oldest checkpoints are removed first. If empty: 256 MiB, or an eighth of the cache if that is more. 0 keeps none. It has no effect on models with full attention only.',
    'Memory for checkpoints in MiB',
  ),
  threads: field(
    'Threads',
    'For writing one answer. If empty, Headroom measures the best number when it creates the context: at most one per physical core. Prompts, and several answers at the same time, use all physical cores. While other programs need the machine, Headroom uses fewer.',
  ),
  gpuBackend: field(
    'Backend',
    'The part of this computer that does the computing: a graphics card or the CPU. Automatic takes the best one that works here. If you change this, Headroom loads the model again.',
  ),
  gpuLayers: field(
    'GPU layers',
    'Layers whose weights and cache are on the GPU. If empty, as many as fit. If you change this, Headroom loads the model again.',
  ),

  temperature: field('Temperature', '0 always picks the most likely token. Higher values give less likely tokens a better chance.'),
  topK: field('Top k', 'Only the k most likely tokens are considered; 0 considers all.'),
  topP: field('Top p', 'Only the most likely tokens that together reach this probability are considered; 1 considers all.'),
  minP: field('Min p', 'Drops tokens whose probability is below this fraction of the most likely token’s probability; 0 drops none.'),
  repeatPenalty: field('Repeat penalty', 'Makes recently used tokens less likely; 1 is off.'),
  repeatPenaltyTokens: field(
    'Repeat last n',
    'How many of the last tokens the three penalties consider, including those of the prompt (llama.cpp’s --repeat-last-n); 0 turns the penalties off.',
    'Repeat last n tokens',
  ),
  frequencyPenalty: field(
    'Frequency penalty',
    'Lowers the logit of a token by this value for each time it was used; 0 is off. Negative values favor repetition.',
  ),
  presencePenalty: field(
    'Presence penalty',
    'Lowers the logit of every token that was used, however often; 0 is off. Negative values favor repetition.',
  ),
  dryMultiplier: field(
    'DRY multiplier',
    'DRY lowers the logit of a token that would continue a repetition: the longer the repetition, the more. 0 turns DRY off; 0.8 is a common value.',
  ),
  dryBase: field('DRY base', 'How fast the penalty grows with the length: multiplier × base ^ (length − allowed length).'),
  dryAllowedLength: field('DRY allowed length', 'Repetitions shorter than this have no penalty.', 'DRY allowed length in tokens'),
  dryLastTokens: field(
    'DRY last n',
    'How many of the last tokens DRY searches for repetitions. If empty, all tokens of the answer. DRY does not see the prompt.',
    'DRY last n tokens',
  ),
  drySequenceBreakers: field(
    'DRY sequence breakers, one per line',
    'A repetition never extends across these texts. \\n stands for a new line.',
  ),
  xtcProbability: field(
    'XTC probability',
    'How often XTC removes the most likely tokens, except the least likely of those above the threshold. 0 turns XTC off.',
  ),
  xtcThreshold: field('XTC threshold', 'XTC removes only tokens that are at least this likely.'),
  logitBias: field(
    'Logit bias, one per line',
    'Text = bias, from −100 (never) to 100 (always). If the text has several tokens, each of them gets the bias. #15043 is the token with that ID. Spaces before the text count, because a word with a space before it is usually another token.',
  ),
  maxTokens: field(
    'Longest answer',
    'The most tokens that an answer can have. If empty, the answer ends when the model ends it, or when the context is full and Headroom cannot make room.',
    'Longest answer in tokens',
  ),
  thinking: field('Thinking', 'Whether the model writes its reasoning before it answers. The chat template turns this on or off.'),
  reasoningEffort: field('Effort', 'How much the model should think. The chat template passes this on to the model.', 'Reasoning effort'),
  reasoningBudgetTokens: field(
    'Longest reasoning',
    'The most tokens that the reasoning can have. Then the model must start its answer. If empty, the model decides.',
    'Longest reasoning in tokens',
  ),
  keepReasoning: field(
    'Earlier reasoning',
    'Whether the reasoning of earlier answers stays in the prompt. Reasoning that stays takes cells. If it is dropped, the answer that follows it moves to earlier positions and is processed again with your next message.',
  ),
  toolChoice: field(
    'Tool choice',
    'Whether the model may call the tools of a conversation (OpenAI’s tool_choice). “None” leaves the tools in the prompt, so that nothing is processed again. After the result of a required call, the model is free to answer.',
  ),
  bindCalls: field(
    'Valid calls',
    'Once the model begins a call, a grammar constrains it to the names of the tools and the schemas of their arguments. Speculation pauses during a call.',
  ),
  parallelCalls: field(
    'Several calls',
    'Whether one answer may make several calls (OpenAI’s parallel_tool_calls). Applies only if “Valid calls” is on, or if a call is required.',
  ),
  seed: field(
    'Seed',
    'The same seed, prompt, settings and number of answers usually give the same answer. With another number of threads, llama.cpp rounds differently. If empty, every answer has a new seed.',
  ),
  speculation: field(
    'Speculation',
    'Evaluates several likely tokens at once and keeps those that the model would have picked itself, so the answer is the same. Prompt lookup drafts what followed the same tokens earlier in the conversation; a draft model is a smaller model of the same family. If speculation slows an answer down, it switches itself off until the next one.',
  ),
  draftModelId: field(
    'Draft model',
    'A smaller model of the same family, with the same vocabulary (llama.cpp’s --model-draft). It is loaded next to this one, with an f16 cache of the same number of cells.',
  ),
  draftMax: field(
    'Draft max',
    'The most tokens that the draft model writes ahead (llama.cpp’s --spec-draft-n-max). The number adapts to how many tokens were accepted.',
    'Draft max in tokens',
  ),
  draftPMin: field(
    'Draft p min',
    'A draft ends before the first token that the draft model finds less likely than this (llama.cpp’s --spec-draft-p-min). Higher values give shorter drafts that are right more often.',
  ),
  ignoreEndOfText: field(
    'Never end',
    'Ignores the model’s end-of-text token (llama.cpp’s --ignore-eos): the answer continues until you stop it, until it reaches “Longest answer”, or until the context is full and Headroom cannot make room. For measurements.',
  ),
  grammar: field(
    'Answer format',
    'Constrains the answer, but not the reasoning, to a JSON schema (llama.cpp’s --json-schema) or a grammar in GBNF (--grammar). Speculation and “Never end” have no effect on such an answer.',
  ),
  stopTexts: field('Stop strings, one per line', 'The answer ends as soon as one of these strings appears.'),
}
