const deviation = '± is the standard deviation of the repetitions.'
const standardError = '± is the standard error.'
const gaps = (share: string): string => `Inter-token latency: ${share} of the gaps between tokens are shorter than this.`

export const measures = {
  planned: {
    name: 'Cache planned',
    meaning: 'Bytes of all caches, computed from the header of the file before the model was loaded. Exact, not measured.',
  },
  allocated: {
    name: 'Cache allocated',
    meaning:
      'Bytes that llama.cpp reports as allocated for the same caches. For this figure, all settings of a run use a context of the same length.',
  },
  decode: {
    name: 'Decode',
    meaning: `Tokens generated one by one, per second: llama-bench’s tg test, without sampling. ${deviation}`,
  },
  prefill: { name: 'Prefill', meaning: `Prompt tokens processed per second: llama-bench’s pp test. ${deviation}` },
  clientDecode: {
    name: 'Decode at the client',
    meaning:
      'Tokens generated after the first one / seconds from the first text of an answer to the last. Mean of the turns; ± is their standard deviation. Defined in the same way for this machine and for a server.',
  },
  clientPrefill: {
    name: 'Prefill at the client',
    meaning:
      'Prompt tokens that were not in a cache / TTFT, so it includes the network, the queue of a server and the first token. Mean of the turns; ± is their standard deviation. Defined in the same way for this machine and for a server.',
  },
  promptTokens: { name: 'Prompt tokens', meaning: 'Tokens of the prompts of the turns, with the chat template. Mean of the turns.' },
  cachedTokens: {
    name: 'Cached tokens',
    meaning:
      'Prompt tokens that were still in a cache. The prompts begin with new words, so only tokens of the chat template can be in a cache.',
  },
  kldMean: {
    name: 'KLD mean',
    meaning: `Kullback–Leibler divergence KL(reference || setting): how far the predictions are from those of the reference. Exactly 0 means no difference. ${standardError}`,
  },
  kldP99: { name: 'KLD p99', meaning: 'The divergence is lower than this at 99% of the positions.' },
  kldP999: { name: 'KLD p99.9', meaning: 'The divergence is lower than this at 99.9% of the positions.' },
  kldMax: { name: 'KLD max', meaning: 'The divergence at the worst position of the text.' },
  top1: { name: 'Top-1', meaning: `Share of positions where the setting and the reference put the same token first. ${standardError}` },
  ppl: {
    name: 'PPL',
    meaning: `Perplexity: how much the text surprises the model, as llama-perplexity defines it. The second half of each chunk is scored. ${standardError}`,
  },
  pplChange: {
    name: 'PPL change',
    meaning: `How much higher or lower the perplexity is than that of the reference, in %. ${standardError} It is much smaller than the error of either perplexity, because both settings read the same tokens.`,
  },
  passkey: { name: 'Passkey', meaning: 'How often the model found a number hidden in a long text, across all positions tested.' },
  toolCalls: {
    name: 'Tool calls',
    meaning: 'How often the model called the right tool with the right arguments, across the prompts of the suite.',
  },
  schemas: {
    name: 'Valid JSON',
    meaning: 'How often an answer that was generated without a grammar was complete and matched the JSON schema that the prompt describes.',
  },
  ttft: {
    name: 'TTFT',
    meaning:
      'Time to first token: from sending a prompt to the first token of its answer, including chat template, tokenizer and prefill. Mean of the turns; ± is their standard deviation.',
  },
  itlP50: { name: 'ITL p50', meaning: gaps('half') },
  itlP90: { name: 'ITL p90', meaning: gaps('9 in 10') },
  itlP99: { name: 'ITL p99', meaning: gaps('99 in 100') },
  tpot: {
    name: 'TPOT',
    meaning: 'Time per output token after the first: (whole turn − TTFT) / (tokens − 1). ± is the standard deviation of the turns.',
  },
  goodput: { name: 'Goodput', meaning: 'Share of turns within both of your limits: for TTFT, and for 9 in 10 of the gaps between tokens.' },
}
