import type { RestoredSession } from '../../../contract/cache/sessions'
import type { StopReason } from '../../../contract/chat/turn'
import { formatCount, formatMs } from '../../../text/amounts'
import { tokens } from '../../words/en'

const stops: Readonly<Record<StopReason, string>> = {
  'end-of-text': 'the model ended it',
  'stop-text': 'stop string',
  'token-limit': 'token limit',
  'context-full': 'context full',
  stopped: 'you stopped it',
  'context-replaced': 'the context was replaced',
}

export const report = {
  title: 'Turn report',
  copyText: 'Copy as text',
  copyJson: 'Copy as JSON',

  groups: {
    prompt: 'Prompt',
    firstToken: 'Time to first token',
    answer: 'Answer',
    speculation: 'Speculation',
    shared: 'One prefill for several answers',
    sharedSteps: 'Other conversations at the same time',
    settings: 'Settings of the turn',
    reuse: 'Reuse',
  },

  values: {
    /** Shown for a figure that could not be measured. */
    none: 'none',
    tokens,
    restored: ({ tokens: count, ms }: Pick<RestoredSession, 'tokens' | 'ms'>): string => `${tokens(count)}, ${formatMs(ms)}`,
    of: (used: number, total: number): string => `${formatCount(used)} of ${formatCount(total)}`,
    accepted: (count: number, share: string): string => `${tokens(count)}, ${share}`,
    slower: 'it was slower',
    inOneBatch: 'in one batch',
    inTurn: 'in turn',
    stops,
  },

  rows: {
    prompt: {
      name: 'Prompt',
      meaning: 'Everything that the model was given: system prompt, conversation and the markers of the chat template.',
    },
    reused: { name: 'Reused', meaning: 'Tokens of the prompt whose keys and values were still in the cache.' },
    restored: {
      name: 'Restored',
      meaning:
        'Tokens whose cells were checked and read back from the disk before the turn. Those that the prompt reuses are not processed again.',
    },
    copied: {
      name: 'Copied',
      meaning: 'Reused tokens that were copied from the sequence of another conversation, and how long that took.',
    },
    memory: { name: 'From memory', meaning: 'Reused tokens that were restored from a copy in memory, and how long that took.' },
    continued: {
      name: 'Taken over',
      meaning: 'Reused tokens from the sequence of another conversation. This conversation continues in that sequence.',
    },
    saved: {
      name: 'Saved',
      meaning:
        'How long it would have taken to process these tokens, at the measured rate of the model, minus the time it took to get them.',
    },
    processed: { name: 'Processed', meaning: 'Tokens of the prompt that the model processed: the prompt minus the reused tokens.' },
    processedAgain: {
      name: 'Processed again',
      meaning: 'Processed tokens that had been processed before in this conversation, but were no longer in the cache.',
    },
    processedAgainCost: {
      name: 'Cost of processing again',
      meaning: 'How long it took to process these tokens again, estimated from the prefill rate of this turn.',
    },
    prefillRate: { name: 'Prefill rate', meaning: 'The processed tokens, divided by the time of their prefill.' },

    ttft: {
      name: 'TTFT',
      meaning: 'Time to first token: from pressing Send to the first token with text. The sum of the four times below.',
    },
    queue: {
      name: 'Queue',
      meaning:
        'From pressing Send until the engine starts: transport, storing the message, waiting for another turn, and moving caches to and from the disk.',
    },
    tokenize: { name: 'Tokenize', meaning: 'Chat template, tokenizer, and finding the part of the cache that can be reused.' },
    prefill: { name: 'Prefill', meaning: 'Processing the new tokens of the prompt.' },
    firstToken: {
      name: 'First token',
      meaning: 'From the end of the prefill to the first text of the answer.',
    },

    output: { name: 'Output', meaning: 'Tokens that the model wrote in this turn.' },
    decodeRate: { name: 'Decode rate', meaning: 'The tokens after the first, divided by the time they took.' },
    itl50: { name: 'ITL p50', meaning: 'Inter-token latency, the gap between two tokens: half of the gaps were shorter.' },
    itl90: { name: 'ITL p90', meaning: 'Nine in ten gaps between tokens were shorter.' },
    itl99: { name: 'ITL p99', meaning: '99 in 100 gaps between tokens were shorter.' },
    tpot: {
      name: 'TPOT',
      meaning: 'Time per output token: from the first token to the end, divided by the number of tokens after the first.',
    },
    total: { name: 'Total', meaning: 'From pressing Send to the end of the answer.' },
    ended: { name: 'Ended', meaning: 'Why the answer ended.' },

    draftedByModel: {
      name: 'Drafted',
      meaning: 'Tokens that the draft model proposed. The model checked them in the same step as its next token.',
    },
    draftedByLookup: {
      name: 'Drafted',
      meaning: 'Tokens that were looked up in the conversation. The model checked them in the same step as its next token.',
    },
    accepted: { name: 'Accepted', meaning: 'Drafted tokens that the model would have picked itself. The others were discarded.' },
    speedUp: {
      name: 'Speed-up',
      meaning:
        'How much faster the steps with a draft were: the time that their tokens would have taken without a draft (estimated from the other tokens of this answer), divided by the time they took.',
    },
    draftPrompt: {
      name: 'Read by the draft model',
      meaning:
        'How long the draft model took to process the part of the conversation that it had not seen. It does this between the first tokens of the answer. The speed-up does not include this time.',
    },
    switchedOff: {
      name: 'Switched off',
      meaning: 'Speculation was switched off during this answer because it took more time than it saved.',
    },

    answers: { name: 'Answers', meaning: 'Answers to this prompt that were written at the same time.' },
    cellsCopied: {
      name: 'Cells copied',
      meaning:
        'The prompt’s cells, copied to the sequence of every other answer: each sequence has its own cells (Headroom keeps llama.cpp’s kv_unified off).',
    },
    copying: { name: 'Copying', meaning: 'How long the copying took. “First token” includes this time.' },
    decoded: {
      name: 'Decoded',
      meaning: 'In one batch, each weight is read once for all answers. If the sequences of a model cannot share a batch, they take turns.',
    },

    sharedSteps: {
      name: 'Shared steps',
      meaning:
        'Steps of this answer in which tokens of other conversations were evaluated too. They take longer than a step for one answer, so the gaps and rates of this turn are not those of a turn that has the model to itself.',
    },
    otherTurns: { name: 'Other turns', meaning: 'Most turns of other conversations in one step.' },
    otherPromptTokens: {
      name: 'Their prompt tokens',
      meaning:
        'Tokens of other prompts that were processed between the tokens of this answer. Long prompts are processed in slices, so that an answer never waits for a whole one. Between two of its tokens, an answer waits for at most one short prompt (or a few very short ones), up to 2 seconds.',
    },

    cells: { name: 'Cells', meaning: 'Cells of the context in use after the answer. Each holds one token.' },
    threads: { name: 'Threads', meaning: 'Threads used for decoding at the end of the turn.' },
    seed: {
      name: 'Seed',
      meaning:
        'The same seed, prompt and settings give the same answer if the cache already holds the same part of the prompt, nothing else is answered at the same time, and llama.cpp uses the same number of threads. A busy computer can change that number. To repeat this answer, set the seed in the settings.',
    },
  },
}
