import type { ExperimentName } from '../../../lab/experiments/experiment'
import type { ColumnWords, ResultTable, ResultWords } from '../../../lab/experiments/result-table'
import {
  attentionMassSetup,
  attentionShape,
  busyServer,
  compactionSetup,
  heldOut,
  kvTypesSetup,
  naivePrompt,
  observationSetup,
  policiesSetup,
  sharingSetup,
} from '../../../lab/experiments/setups'
import { kvRows } from '../../../lab/kv-rows'
import { meanRequest } from '../../../lab/paged/request-trace'
import { choosablePolicyNames } from '../../../lab/recording/limits'
import { formatCount } from '../../../text/amounts'
import { formatNumber } from '../../../text/number-language'
import { tokens } from '../../words/en'
import { measures } from './measures'
import { policies } from './policies'
import { walls } from './walls'

const requests = (): string =>
  `synthetic requests, ${formatCount(meanRequest.promptTokens)} tokens in and ${formatCount(meanRequest.outputTokens)} out on average, pool of ${tokens(busyServer.poolTokens)}`
const passkeys = (count: number): string => `${count} passkeys in prompts of ${tokens(heldOut.passkeyPromptTokens)}`
const none = (): readonly string[] => []
const cacheTypes: ColumnWords['names'] = {
  'q8_0-rotated': 'q8_0, rotated',
  'q4_0-rotated': 'q4_0, rotated',
  'turboquant-4': 'TurboQuant, 4-bit',
  'turboquant-2': 'TurboQuant, 2-bit',
  'channel-4': '4-bit, per-channel',
  'channel-2': '2-bit, per-channel',
  'token-4': '4-bit, per-token',
  'token-2': '2-bit, per-token',
}
const rowsRatioAt = (tokens: number): number => {
  const { naive, cached } = kvRows(1, tokens)
  return naive / cached
}
const mapped = (modes: typeof measures.modes) => Object.fromEntries(Object.entries(modes).map(([mode, { short }]) => [mode, short]))

export const results: { readonly [Name in ExperimentName]: ResultWords<Name> } = {
  'naive-or-cached': {
    title: 'Generation with and without a cache',
    expected: () =>
      'Both write the same tokens. Without a cache, the time grows with the square of the length; with one, in proportion to it. So the speed-up grows with the length. ' +
      `The number of computed K and V rows shows this without a clock. Writing N tokens one by one takes N (N + 1) / 2 rows per layer without a cache and N with one: ${formatNumber(rowsRatioAt(1024), 1)} times as many at ${tokens(1024)}.`,
    text: () => `"${naivePrompt}"`,
    notes: none,
    columns: {
      outputTokens: { label: 'answer', unit: 'tokens' },
      naiveMs: { label: 'no cache', unit: 'ms' },
      cachedMs: { label: 'cache', unit: 'ms' },
      speedup: { label: 'speed-up', unit: null },
      naiveRows: { label: 'K/V rows, no cache', unit: null },
      cachedRows: { label: 'K/V rows, cache', unit: null },
      rowsRatio: { label: 'times as many rows', unit: null },
      isSame: { label: 'same tokens', unit: null },
    },
  },
  'grow-or-allocate': {
    title: 'A cache that grows by concatenation, and a pre-allocated one',
    expected: () =>
      'A growing cache copies every cell for every new token, so the copied bytes grow with the square of the length. A pre-allocated cache only writes the new cell.',
    text: () => 'rows of zeros (the content does not affect the time)',
    notes: none,
    columns: {
      cells: { label: 'cells', unit: null },
      allocatedMs: { label: 'pre-allocated', unit: 'ms per 1000 inserts' },
      grownMs: { label: 'concatenated', unit: 'ms per 1000 inserts' },
      copiedBytes: { label: 'copied while growing', unit: 'bytes' },
    },
  },
  'attention-shapes': {
    title: 'MHA, GQA, MQA and MLA by bytes per token',
    expected: () =>
      'K and V of every KV head are stored, so the bytes fall in proportion to the KV heads. MLA stores one latent row of 576 elements per layer and no V: ' +
      `576 x 61 x 2 = ${formatCount(70_272)} bytes at f16, between MQA (256 elements) and GQA with 8 groups (${formatCount(2048)}). The common “2 x layers x width” is right for MHA only.`,
    text: () => `arithmetic: ${attentionShape.layers} layers, ${attentionShape.heads} query heads of ${attentionShape.headDim}`,
    notes: none,
    columns: {
      attention: { label: 'attention', unit: null },
      kvHeads: { label: 'KV heads', unit: null },
      elementsPerLayer: { label: 'elements per layer', unit: null },
      f16Bytes: { label: 'f16', unit: 'bytes per token' },
      q8Bytes: { label: 'q8_0', unit: 'bytes per token' },
      share: { label: 'share of MHA', unit: '%' },
    },
  },
  'eager-or-online': {
    title: 'Attention with all scores at once, and tile by tile',
    expected: () =>
      'Both give the same logits, except for rounding. The memory for all scores grows with the square of the prompt’s length; tile by tile, only one tile is in memory. ' +
      'A policy that reads scores cannot work with a fused kernel because the kernel never stores them.',
    text: () => 'held-out documents, one after the other',
    notes: () => [measures.tilesNote()],
    columns: {
      promptTokens: { label: 'prompt', unit: 'tokens' },
      eagerMs: { label: 'eager', unit: 'ms' },
      onlineMs: { label: 'online', unit: 'ms' },
      eagerBytes: { label: 'eager scores', unit: 'bytes per head' },
      onlineBytes: { label: 'online scores', unit: 'bytes per head' },
      largestDifference: { label: 'largest logit difference', unit: null },
    },
  },
  'attention-mass': {
    title: 'Share of the attention that the top 20% of the cells get',
    expected: () =>
      'Each query gives most of its attention to a few cells. But an eviction policy cannot choose for each query: it has to keep cells that all later queries share. The difference between the two columns is what eviction loses. Quest does not lose it, because it chooses for each query.',
    text: () =>
      `${heldOut.documents} held-out documents of up to ${tokens(attentionMassSetup.textTokens)} each; their last ${attentionMassSetup.queries} queries`,
    notes: none,
    columns: {
      layer: { label: 'layer', unit: null },
      eachQuery: { label: 'each query’s own cells, averaged over the heads', unit: '%' },
      fixedCells: { label: 'the same cells for all queries, averaged over the heads', unit: '%' },
    },
  },
  'observation-window': {
    title: 'SnapKV’s observation window',
    expected: () =>
      'If the question is seen, a window that covers it finds the needle, and a longer one leaves fewer cells for the rest of the prompt. If it is unseen, the last queries are about something else, and the longer the window, the closer the policy comes to a plain window of the same budget.',
    text: () =>
      `${observationSetup.prompts} prompts of ${tokens(policiesSetup.promptTokens)} per task; ${observationSetup.budgetTokens} cells per head, including the window`,
    notes: none,
    columns: {
      mode: { label: 'question', unit: null, names: mapped(measures.modes) },
      queries: { label: 'window', unit: 'queries' },
      needle: { label: measures.tasks.needle, unit: '%' },
      multiKey: { label: measures.tasks['multi-key'], unit: '%' },
    },
  },
  policies: {
    title: 'Eviction policies: what a budget costs, with the question seen and unseen',
    expected: () =>
      'Recall and perplexity approach those of the full cache as the budget grows. A policy that keeps only recent tokens loses facts that are further back than its budget. Policies that look at attention keep the fact if they have seen the question, and many lose it if they have not. ' +
      'Policies that compress once, after the prompt, read half of a text as the prompt and keep all of the rest, so they hold that much more. ' +
      'Policies that read attention weights keep a matrix of scores (queries x cells) in memory; the others keep one tile of it. Quest loses no quality because it keeps every cell.',
    text: () =>
      `${policiesSetup.prompts} prompts of ${tokens(policiesSetup.promptTokens)} per task; ${heldOut.documents} held-out documents of up to ${tokens(policiesSetup.textTokens)} each, in chunks of ${policiesSetup.chunkTokens}; policies that evict more than once wait until the heads of a layer exceed the budget by more than ${policiesSetup.slackTokens} cells`,
    notes: (rows) => [
      ...measures.notes(),
      measures.budgetNote,
      measures.tilesNote(),
      ...choosablePolicyNames.flatMap((name) => {
        if (!rows.some(({ policy }) => policy === name)) return []
        const { departs } = policies.textsOf(name)
        return departs ? [`${name}: ${departs}`] : []
      }),
    ],
    columns: {
      policy: { label: 'policy', unit: null },
      signal: { label: 'reads', unit: null },
      mode: { label: 'question', unit: null, names: mapped(measures.modes) },
      askedRatio: { label: 'compression ratio asked for', unit: null },
      budgetTokens: { label: 'budget', unit: 'cells per head' },
      compressionRatio: { label: 'compression ratio', unit: null },
      needle: { label: measures.tasks.needle, unit: '%' },
      multiKey: { label: measures.tasks['multi-key'], unit: '%' },
      variableTracking: { label: measures.tasks['variable-tracking'], unit: '%' },
      commonWords: { label: measures.tasks['common-words'], unit: '%' },
      perplexity: { label: 'perplexity', unit: null },
      heldCells: { label: 'held at the end of a text', unit: 'cells per head' },
      peakScoreBytes: { label: 'scores in memory', unit: 'bytes per head' },
      msPerToken: { label: 'time', unit: 'ms per token' },
    },
  },
  'kv-types': {
    title: 'Quality by cache element type',
    expected: () =>
      'f16 and q8_0 are as good as f32; q4_0 loses a little quality, and less if rows are rotated before they are packed, as llama.cpp does. TurboQuant takes fewer bytes than q4_0 and needs no scale per block. Two bits lose the most. ' +
      'Keys lose less if they are grouped by channel, because channels differ in range; KIVI stores K in two bits, grouped by channel, and V in two bits, grouped by token. The newest tokens (the residual, 32 or 128 by default) stay in f32: a longer residual loses less, but takes more memory, especially for a short text. ' +
      'q8_0 and q4_0 take slightly more than one byte and half a byte per element, because 32 elements share a scale: 34 and 18 bytes in all. A group of 32 with a minimum and a step takes 20 bytes with four bits and 12 with two, and a TurboQuant row takes two bytes in addition to its packed bits.',
    text: () =>
      `${heldOut.documents} held-out documents of up to ${tokens(kvTypesSetup.textTokens)} each; ${passkeys(kvTypesSetup.passkeys)}`,
    notes: () => [
      'TurboQuant: The authors draw the rotation at random from all rotations; the Lab flips random signs and applies a Hadamard rotation, as implementations do. The Lab uses the quantizer with the least squared error, without the second stage for unbiased dot products. The Lab stores the length of a row as f16.',
      'Rotated rows: llama.cpp rotates queries and output instead of rotating rows back, with the same result. Heads whose size is not a multiple of 64 are not rotated.',
    ],
    columns: {
      keyType: { label: 'K', unit: null, names: cacheTypes },
      valueType: { label: 'V', unit: null, names: cacheTypes },
      residualTokens: { label: 'residual', unit: 'tokens' },
      bytesPerToken: { label: 'memory, with the residual', unit: 'bytes per token' },
      packedBytesPerToken: { label: 'packed part only', unit: 'bytes per token' },
      perplexity: { label: 'perplexity', unit: null },
      recall: { label: 'passkeys recalled', unit: '%' },
    },
  },
  reservations: {
    title: 'How much memory holds tokens, with reservations and with blocks',
    expected: () => {
      const [max, pow2, oracle, paged] = [20.4, 26.8, 38.2, 96.3].map((percent) => formatNumber(percent, 1))
      return (
        `With contiguous reservations, a fifth to two fifths of the memory holds tokens (${max}%, ${pow2}% and ${oracle}% in the PagedAttention paper, for Orca’s Max, Pow2 and Oracle). With blocks, nearly all of it does (${paged}%), ` +
        'so several times as many requests run at once.'
      )
    },
    text: requests,
    notes: () => [
      `The lengths have the means of the paper’s ShareGPT trace, ${meanRequest.promptTokens} and ${meanRequest.outputTokens} tokens. Their spread is an assumption: log-normal, with a standard deviation of 1 in the logarithm. The paper does not give one, and the shares depend on it.`,
    ],
    columns: {
      reservation: {
        label: 'reservation',
        unit: null,
        names: { max: 'whole context', pow2: 'power of two', oracle: 'what it needs', paged: 'blocks' },
      },
      tokens: { label: 'holds tokens', unit: '%' },
      reserved: { label: 'reserved, not written', unit: '%' },
      free: { label: 'free but unusable', unit: '%' },
      running: { label: 'requests at once', unit: null },
    },
  },
  'page-sizes': {
    title: 'Internal fragmentation by block size',
    expected: () =>
      'Only the last block of a sequence is partly empty: half of it, on average. Larger blocks mean more fragmentation and shorter tables. ' +
      'A block of 16 wastes about 2% and is the usual choice.',
    text: requests,
    notes: none,
    columns: {
      blockTokens: { label: 'block', unit: 'tokens' },
      fragmentation: { label: 'internal fragmentation', unit: '%' },
      blocksPerSequence: { label: 'table entries per sequence', unit: null },
      running: { label: 'requests at once', unit: null },
    },
  },
  'compaction-cadence': {
    title: 'Compaction every N decoded tokens',
    expected: () =>
      'Without compaction, every block with a remaining cell stays. With compaction, the number of blocks follows the budget. Less frequent passes copy less per token, but let the cache ' +
      'grow further beyond its budget and cause longer pauses between tokens. Hole-filling copies less than repacking, but leaves the holes that no newer cell fills.',
    text: () => {
      const { promptTokens, decodedTokens, budgetTokens, blockTokens } = compactionSetup
      return `a held-out document: a prompt of ${tokens(promptTokens)}, then ${tokens(decodedTokens)} decoded one by one, a budget of ${budgetTokens}, blocks of ${blockTokens}; evicted cells are chosen at random`
    },
    notes: none,
    columns: {
      compaction: { label: 'compaction', unit: null, names: { none: 'none', repack: 'repack', 'hole-fill': 'hole-filling' } },
      everyTokens: { label: 'every', unit: 'tokens' },
      p50Ms: { label: 'gap p50', unit: 'ms' },
      p99Ms: { label: 'gap p99', unit: 'ms' },
      evictedPerPass: { label: 'tokens evicted', unit: 'per pass' },
      occupancy: { label: 'budget occupancy before a pass', unit: '%' },
      freedPerPass: { label: 'blocks freed', unit: 'per pass' },
      copiesPerPass: { label: 'slot copies', unit: 'per pass' },
      copiesPerToken: { label: 'slot copies', unit: 'per token' },
      blocksHeld: { label: 'blocks held at the end', unit: null },
    },
  },
  'prefix-sharing': {
    title: 'Prefix sharing in conversations of several turns',
    expected: () =>
      'Each turn begins with all turns before it, so most of a prompt is in the pool already. Two parts are not found: the end of the prompt that does not fill a block, ' +
      'which is longer with larger blocks, and blocks that the pool has since reassigned.',
    text: () =>
      `${sharingSetup.conversations} conversations of ${sharingSetup.turns} turns, a system prompt of ${tokens(sharingSetup.systemTokens)}`,
    notes: none,
    columns: {
      poolTokens: { label: 'pool', unit: 'tokens' },
      blockTokens: { label: 'block', unit: 'tokens' },
      promptTokens: { label: 'prompt', unit: 'tokens' },
      reusedTokens: { label: 'reused', unit: 'tokens' },
      hitRate: { label: 'hit rate', unit: '%' },
    },
  },
  ...walls.results,
}

export const origin = ({ model, text, seed }: Pick<ResultTable, 'model' | 'text' | 'seed'>): string =>
  `${[model, text, `seed ${seed}`].filter((part) => part !== null).join('; ')}.`
