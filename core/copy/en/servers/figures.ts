import type { Figure, FigureFormula, MissingReason } from '../../../remote/figure'
import type { TurnFigureName } from '../../../remote/turn-figures'

export interface NamedFigure {
  readonly name: string
  readonly meaning: string
}

const turn: Readonly<Record<TurnFigureName, NamedFigure>> = {
  promptTokens: { name: 'Prompt', meaning: 'Tokens of the whole prompt, with the chat template.' },
  cachedTokens: { name: 'Reused', meaning: 'Tokens of the prompt that the server still had in its cache.' },
  processedTokens: { name: 'Processed', meaning: 'Tokens of the prompt that the server processed.' },
  outputTokens: { name: 'Output', meaning: 'Tokens that the model wrote, with its reasoning.' },
  reasoningTokens: { name: 'Reasoning', meaning: 'Tokens of the output that are reasoning.' },
  ttftMs: {
    name: 'TTFT',
    meaning: 'Time to first token: from pressing Send to the first text that arrived here. It includes the network.',
  },
  promptMs: { name: 'Prefill', meaning: 'How long the server took to process the prompt.' },
  otherTtftMs: {
    name: 'Rest of the TTFT',
    meaning: 'The TTFT without the server’s prefill: the network, the queue of the server, and the first token.',
  },
  outputMs: { name: 'Generation', meaning: 'How long the server took to write the output.' },
  tpotMs: { name: 'TPOT', meaning: 'Time per output token, from the first text that arrived here to the last.' },
  clientTokensPerSecond: { name: 'Rate here', meaning: 'Tokens after the first, per second of the time from the first text to the last.' },
  serverTokensPerSecond: { name: 'Rate at the server', meaning: 'Tokens of the output, per second of the server’s time for them.' },
  totalMs: { name: 'Total', meaning: 'From pressing Send to the end of the answer.' },
  draftedTokens: { name: 'Drafted', meaning: 'Tokens that the server’s speculation proposed.' },
  acceptedTokens: { name: 'Accepted', meaning: 'Proposed tokens that the model accepted.' },
}

const formulas: Readonly<Record<FigureFormula, string>> = {
  'slot-tokens-over-context': 'n_prompt_tokens of the slot / n_ctx',
  'slot-tokens-over-slot-cells':
    'the sum of n_prompt_tokens of all slots / (n_ctx × slots). The real share can be higher: without --parallel, all slots share the same cells',
  'sum-of-slot-tokens': 'the sum of n_prompt_tokens of all slots',
  'context-times-slots': 'n_ctx × slots. The real number can be lower: without --parallel, all slots share the same cells',
  'blocks-times-block-size': 'num_gpu_blocks × block_size',
  'cached-over-prompt-tokens': 'cached tokens / prompt tokens since the last reading',
  'counter-difference-over-time': 'increase of the counter / time since the last reading',
  'used-over-total-tokens': 'num_used_tokens / max_total_num_tokens',
  'prompt-minus-cached-tokens': 'prompt tokens − cached tokens',
  'ttft-minus-prompt-time': 'TTFT measured here − the server’s time for the prompt',
  'client-time-over-later-tokens': 'time from the first to the last text / (output tokens − 1)',
  'later-tokens-over-client-time': '(output tokens − 1) / time from the first to the last text',
  'output-tokens-over-output-time': 'output tokens / the server’s time for the output',
  'processed-tokens-over-ttft': '(prompt tokens − cached tokens) / TTFT',
  'prompt-tokens-over-ttft': 'prompt tokens / TTFT, because the server does not say how many were cached',
}

const missing: Readonly<Record<MissingReason, string>> = {
  'not-given': 'the server does not report it',
  'switched-off': 'the server was started without the option for it',
  unusable: 'the server gave a value that cannot be right',
  'too-few-readings': 'it needs two readings without a restart of the server between them',
  'too-short': 'too little text arrived to measure it',
  'not-read': 'the last request for it failed',
}

export const serverFigures = {
  turn,
  gaps: (share: 'p50' | 'p90' | 'p99'): NamedFigure => ({
    name: `Gap ${share}`,
    meaning: 'The time between two pieces of text that arrived here. A piece can have several tokens, or a part of one.',
  }),
  pieces: { name: 'Pieces of text', meaning: 'They arrived here. A piece can have several tokens, or a part of one.' },
  gapsSource: 'measured here',
  /** Next to a figure. */
  marks: { measured: 'measured', reported: 'reported', derived: 'calculated' },
  /** `value` is a number with its unit. */
  bounds: { 'at-most': (value: string) => `at most ${value}`, 'at-least': (value: string) => `at least ${value}` },
  notAvailable: 'not available',
  source: (figure: Figure): string => {
    switch (figure.kind) {
      case 'measured':
        return 'measured here'
      case 'reported':
        return `reported by the server: ${figure.field}`
      case 'derived':
        return `calculated: ${formulas[figure.formula]}`
      case 'none':
        return `not available: ${missing[figure.reason]}`
    }
  },
}
