import type { ResultWords } from '../../../lab/experiments/result-table'
import { gateSetup, heldOut, wallsSetup } from '../../../lab/experiments/setups'
import { counted, tokens } from '../../words/en'
import { measures } from './measures'

const seen = measures.modes['query-aware']

const bothWalls: ResultWords<'both-walls'> = {
  title: 'Both walls: the scores that a policy needs, and the memory that it frees',
  expected: () =>
    'Wall 1: fused kernels never store attention scores, so a policy that reads them needs memory for them. Wall 2: a paged engine frees a block only when it is empty in every layer and head. ' +
    'Each head keeps different tokens, so without compaction little memory is freed, even with blocks of one token. With compaction, the head with the most cells decides how much is freed. Hole-filling and repacking free the same number of blocks, and hole-filling copies less. ' +
    'A table per head also frees the memory of heads with fewer cells. Compaction overwrites the blocks in which another request would find its prefix, so there are fewer prefix hits. Neither compaction nor the block size changes what a policy keeps: perplexity and recall are the same for all block sizes.',
  text: () => {
    const { promptTokens, decodedTokens, slackTokens, passkeys } = wallsSetup
    return `held-out documents: a prompt of ${tokens(promptTokens)}, then ${tokens(decodedTokens)} decoded one by one, one pass whenever the budget is exceeded by more than ${slackTokens} cells; ${passkeys} passkeys in prompts of ${tokens(heldOut.passkeyPromptTokens)}`
  },
  notes: () => [
    measures.tilesNote(),
    'Freed: the share of the blocks of the full cache that is free at the end of the text. In the columns without “table per head”, all heads share one table, as in engines such as vLLM: a block holds the cells of all layers and heads. A table per head is what KV-Compress does.',
    'Hole-filling moves the cells behind the new end into the holes before it, as TriAttention’s code does. Slot copies are the mean per head and pass.',
    'The longest pause is the longest pass of the compaction alone. Each pass is repeated three times, and the fastest counts. The gap is the median time between two tokens, without compaction.',
    'Prefix hits: the share of the prompt that a second request with the same prompt finds in the cache, before the first pass and at the end, after other requests have taken all free blocks. The measurement assumes that no other request is using the prefix meanwhile: compaction never moves blocks that another request is reading.',
    `Passkeys: ${seen.note} “headroom lab policies” also measures with the question unseen. The perplexity is of tokens that no policy has seen before they are scored.`,
  ],
  columns: {
    policy: { label: 'policy', unit: null },
    signal: { label: 'reads', unit: null },
    peakScoreBytes: { label: 'wall 1: scores in memory', unit: 'bytes per head' },
    budgetTokens: { label: 'budget', unit: 'cells per head' },
    blockTokens: { label: 'block', unit: 'tokens' },
    evicted: { label: 'evicted', unit: '% of the cells' },
    freedNone: { label: 'wall 2: freed, no compaction', unit: '% of the blocks' },
    freedHoleFill: { label: 'freed, hole-filling', unit: '% of the blocks' },
    freedRepack: { label: 'freed, repacking', unit: '% of the blocks' },
    freedOwnNone: { label: 'freed, table per head, no compaction', unit: '% of the blocks' },
    freedOwnRepack: { label: 'freed, table per head, repacking', unit: '% of the blocks' },
    copiesHoleFill: { label: 'slot copies, hole-filling', unit: 'per pass' },
    copiesRepack: { label: 'slot copies, repacking', unit: 'per pass' },
    pauseHoleFillMs: { label: 'longest pause, hole-filling', unit: 'ms' },
    pauseRepackMs: { label: 'longest pause, repacking', unit: 'ms' },
    gapMs: { label: 'gap between tokens', unit: 'ms' },
    hitBefore: { label: 'prefix hits before', unit: '%' },
    hitNone: { label: 'hits after, no compaction', unit: '%' },
    hitHoleFill: { label: 'hits after, hole-filling', unit: '%' },
    hitRepack: { label: 'hits after, repacking', unit: '%' },
    perplexity: { label: 'perplexity', unit: null },
    recall: { label: `passkeys recalled, ${seen.label}`, unit: '%' },
  },
}

const smallestBudget: ResultWords<'smallest-budget'> = {
  title: 'The smallest budget that loses little',
  expected: () =>
    'The budget is found by bisection: a budget passes if its loss plus one standard error is within the limit. The table also shows the largest budget that failed. ' +
    'The search assumes that a larger budget never loses more, so check a result with “headroom lab policies”. Measure again when the model changes: a budget is valid only for one model and one kind of text.',
  text: () =>
    `${gateSetup.documents} held-out documents of up to ${tokens(gateSetup.textTokens)} each, or ${gateSetup.passkeys} passkeys in prompts of ${tokens(heldOut.passkeyPromptTokens)}; budgets in steps of ${gateSetup.stepTokens} up to ${gateSetup.mostTokens}`,
  notes: () => [
    'Loss: how much higher the perplexity is than that of the full cache, in %, or how many fewer of 100 facts are recalled. Both caches see the same texts, so the error is that of the differences.',
    'Policies that compress once, after the prompt, keep all of the second half of a text in addition to their budget. Quest reads all cells while it reads a text, so only its recall is measured.',
    `Recall: ${seen.note} The perplexity is of tokens that no policy has seen before they are scored.`,
  ],
  columns: {
    policy: { label: 'policy', unit: null },
    measure: { label: 'measure', unit: null, names: { perplexity: 'perplexity', recall: `recall, ${seen.label}` } },
    mostLoss: { label: 'largest loss allowed', unit: '%' },
    budgetTokens: { label: 'smallest budget', unit: 'cells per head' },
    loss: { label: 'loss', unit: '%' },
    error: { label: 'error', unit: '±' },
    refusedTokens: { label: 'largest budget that failed', unit: 'cells per head' },
    refusedLoss: { label: 'loss of that budget', unit: '%' },
    refusedError: { label: 'error of that budget', unit: '±' },
    tried: { label: 'budgets tried', unit: null },
  },
}

export const walls = {
  cards: {
    'both-walls': {
      title: 'Both walls',
      question:
        'Does an eviction policy work in a real engine? The Lab measures the scores, memory, pauses and prefix hits of every policy on paged memory.',
      duration: 'about 2 minutes',
    },
    'smallest-budget': {
      title: 'The smallest budget',
      question: `What is the smallest budget at which a policy raises the perplexity by no more than ${gateSetup.mostPerplexityLoss}%?`,
      duration: 'about 2 minutes',
    },
  },
  results: { 'both-walls': bothWalls, 'smallest-budget': smallestBudget },
  charts: {
    'both-walls': {
      note: (blockTokens: number): string =>
        `Share of the full cache’s blocks, in %, with blocks of ${tokens(blockTokens)} and one table for all heads. The color shows wall 1. For wall 2, solid means free without compaction, hatched means free only after compaction, and dashed means evicted but not free.`,
      block: 'Tokens per block',
      allBlocks: (rows: number): string => `Show all block sizes (${counted(rows, 'row', 'rows')})`,
      onlyBlock: (blockTokens: number): string => `Show only blocks of ${tokens(blockTokens)}`,
      label: (title: string, blockTokens: number): string => `${title}, blocks of ${tokens(blockTokens)}`,
      /** `budgetTokens` is null if all bars have the same budget. */
      bar: (policy: string, budgetTokens: number | null): string => (budgetTokens === null ? policy : `${policy}, ${budgetTokens}`),
      wallOne: { none: 'fused kernel works', window: 'needs scores of a few queries', all: 'needs all scores' },
      wallTwo: { freed: 'free without compaction', compacted: 'free only after compaction', stuck: 'evicted, but not free' },
    },
    'smallest-budget': {
      note: `Smallest budget within the limit, in cells per head. Policies that need more than ${gateSetup.mostTokens} have no bar.`,
      unit: '',
    },
  },
}
