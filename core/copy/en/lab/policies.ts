import { chunkTokens } from '../../../lab/policies/attention/chunkkv'
import { kvZipSinks } from '../../../lab/policies/attention/kvzip'
import { rKvQueries } from '../../../lab/policies/attention/r-kv'
import { usualSinks } from '../../../lab/policies/blind/streaming-llm'
import { lagSinks, lagTokens } from '../../../lab/policies/keys/lagkv'
import { questDenseLayers } from '../../../lab/policies/keys/quest'
import { duoRecent, duoSinks } from '../../../lab/policies/queries/duo-attention'
import { expectedSinks, futureTokens } from '../../../lab/policies/queries/expected-attention'
import { observedQueries } from '../../../lab/selection/observation-window'
import { type BasePolicyName, baseOf, isShared, type PolicyName, type Signal } from '../../../lab/selection/policy'

export interface PolicyTexts {
  readonly title: string
  readonly idea: string
  /** How the Lab's version differs from the authors'. */
  readonly departs?: string
}

const averaged = 'Query heads that share a KV head are averaged.'
const snapKvDeparts = (queries: number, authors = 'The authors observe'): string =>
  `${authors} ${queries} queries; the Lab observes ${observedQueries} because its budgets are small. ${averaged}`
const adaKvRounds =
  'As in the authors’ code, each head’s share is rounded, so a layer with three or more KV heads can exceed its budget by a few cells.'

const texts: Readonly<Record<BasePolicyName, PolicyTexts>> = {
  full: { title: 'Full cache', idea: 'Keeps everything: the reference.' },
  window: { title: 'Sliding window', idea: 'Keeps the newest tokens.' },
  random: { title: 'Random', idea: 'After the prompt, keeps cells drawn at random: the baseline that a policy has to beat.' },
  'streaming-llm': {
    title: 'StreamingLLM',
    idea: `Keeps the newest tokens and the first ${usualSinks}, which receive the attention that has nowhere else to go. Models with trained sinks need no cells for it.`,
    departs:
      'The authors renumber the cells of the cache from 0 at each step, so a text can be longer than the context. In the Lab a token keeps its position in the text, so the distance to the sinks grows.',
  },
  h2o: {
    title: 'H2O',
    idea: 'Half of the budget is for the tokens that received the most attention in total, half for the newest.',
    departs: averaged,
  },
  scissorhands: {
    title: 'Scissorhands',
    idea: 'Drops the tokens that most often received less than the average attention, at least half the budget at a time. It assumes that what was important stays important.',
    departs:
      'The Lab follows algorithm 2 of the paper. The authors’ code (github.com/lzcemma/Scissorhands, commit d0bf444) uses a different rule, without a budget: it hides a token if none of the last 100 queries gave it more attention than the 90th percentile of that query’s weights. Query heads that share a KV head are averaged.',
  },
  tova: {
    title: 'TOVA',
    idea: 'Keeps the tokens that got the most attention from the last query, averaged over the heads of a layer. All heads of a layer keep the same tokens.',
  },
  snapkv: {
    title: 'SnapKV',
    idea: `After the prompt, keeps its last ${observedQueries} tokens, the tokens that their queries look at most, and the neighbors of those. The tokens of the answer are kept as well, on top of the budget.`,
    departs: snapKvDeparts(32),
  },
  'snapkv-each-step': {
    title: 'SnapKV at each step',
    idea: `At each step, keeps the last ${observedQueries} tokens, the tokens that their queries look at most, and the neighbors of those.`,
    departs: `The authors compress only once, after the prompt. ${snapKvDeparts(32)}`,
  },
  pyramidkv: {
    title: 'PyramidKV',
    idea: 'SnapKV with more cells for the lower layers, whose attention is spread widely, and fewer for the upper ones.',
    departs: `As in the authors’ code, each layer’s step is rounded, so the cache can exceed the budget by a few cells per head. ${snapKvDeparts(8)}`,
  },
  'ada-kv': {
    title: 'Ada-KV',
    idea: 'SnapKV with one budget for all heads of a layer: cells go where the attention is, not to each head equally.',
    departs: `${adaKvRounds} ${snapKvDeparts(32)}`,
  },
  chunkkv: {
    title: 'ChunkKV',
    idea: `SnapKV’s scores, averaged over chunks of ${chunkTokens} tokens and over all heads of a layer: whole chunks stay, so that words keep their context.`,
    departs: `The Lab performs the steps in the same order as kvpress, but with its own SnapKV scores. The paper uses chunks of 10 and lets several layers share a choice. ${snapKvDeparts(64, 'kvpress observes')}`,
  },
  'r-kv': {
    title: 'R-KV',
    idea: `Keeps the tokens with the highest score: importance to the last ${rKvQueries} queries minus the similarity of the key to other keys.`,
    departs:
      'The authors compress every 128 tokens of the answer; the Lab compresses whenever the cache exceeds the budget (in experiments, by a margin).',
  },
  quest: {
    title: 'Quest',
    idea: `Keeps everything. After the first ${questDenseLayers} layers it reads only the pages that can score highest: it saves reads, not memory.`,
    departs:
      'The Lab follows the authors’ kernels, which always read the newest page. Their evaluation script lets it compete with the others, and reads at least three pages.',
  },
  knorm: {
    title: 'Knorm',
    idea: 'After the prompt, keeps the shortest keys: they tend to receive the most attention.',
    departs:
      'The authors also leave some layers uncompressed and compress long texts repeatedly; the Lab compresses every layer once, as kvpress does.',
  },
  keydiff: {
    title: 'KeyDiff',
    idea: 'Keeps the keys that point away from the mean direction of all keys: distinctive keys tend to receive attention.',
    departs:
      'The authors read a prompt in blocks and evict after each, as the Lab does in recordings. To measure recall, the Lab reads the whole prompt at once, evicts after it, and evicts again when the answer exceeds the budget by a margin.',
  },
  lagkv: {
    title: 'LagKV',
    idea: `After the prompt, takes the text in parts of ${lagTokens} tokens and keeps, in each part, the tokens whose keys and values resemble the next part least. Always keeps the first ${lagSinks} tokens and the last part.`,
    departs: `The authors’ parts are 1,024 tokens long (kvpress: 128) and follow 16 sinks (kvpress: 4); the Lab’s texts are shorter. The authors compress again as the text grows; the Lab compresses once, with the scores of kvpress.`,
  },
  triattention: {
    title: 'TriAttention',
    idea: 'Keeps the keys that the head’s average query will look at from later positions, predicted from geometry measured beforehand.',
    departs:
      'The authors’ research code keeps the whole prompt and compresses what the model writes, every 128 tokens; each KV head makes one choice for all layers. (Their vLLM plugin also compresses the prompt and always keeps the newest 128 tokens.) The prompts here exceed the budgets, so the Lab compresses the prompt too (their allow_prefill_compression), and each head of each layer chooses for itself (their per_layer_perhead_pruning).',
  },
  'expected-attention': {
    title: 'Expected Attention',
    idea: `After the prompt, keeps what the next ${futureTokens} queries can be expected to look at if they resemble the text’s own queries, weighted by the length of the value. The first ${expectedSinks} tokens always stay.`,
  },
  'ada-expected-attention': {
    title: 'Expected Attention in Ada-KV',
    idea: 'Expected Attention with one budget for all heads of a layer.',
    departs:
      'The heads share their budget as in the code of Ada-KV’s authors. The scores use the epsilon of kvpress’s leaderboard (0.01). In kvpress, each head first gets a fifth of its equal share of the budget for its own best cells. The rest of the budget goes to the best cells of the whole layer. ' +
      adaKvRounds,
  },
  'duo-attention': {
    title: 'DuoAttention',
    idea: `Keeps everything in the heads that look far back, but only the first ${duoSinks} and the last ${duoRecent} tokens in the others. The budget decides how many heads keep everything.`,
    departs:
      'The authors find these heads by training a gate for each. The Lab finds them as kvpress does, from the mean query and key on another text. The authors use at least the first 64 and the newest 256 tokens; in their code, the heads that forget keep forgetting while the model writes the answer.',
  },
  kvzip: {
    title: 'KVzip',
    idea: `After the prompt, makes the model repeat it, and keeps the cells that the repetition looks at most, whatever the question will be. All heads of all layers share one budget; the first ${kvZipSinks} tokens always stay.`,
    departs:
      'The authors have the prompt repeated in chunks of 2,000 tokens; the Lab’s prompts are shorter than one chunk. The authors never evict a system prompt.',
  },
}

const textsOf = (name: PolicyName): PolicyTexts => {
  const { title, idea, departs } = texts[baseOf(name)]
  if (!isShared(name)) return texts[name]
  return {
    title: `${title} in Ada-KV`,
    idea: `${idea} The heads of a layer share one budget.`,
    departs: [departs, adaKvRounds].filter(Boolean).join(' '),
  }
}

/** Follows the name of a policy. */
const signals: Readonly<Record<Signal, string>> = {
  none: 'reads no signal',
  attention: 'reads every attention weight',
  window: 'reads the attention of the last queries',
  keys: 'reads keys',
  geometry: 'reads keys and geometry measured beforehand',
  queries: 'reads keys, values, and the mean and spread of the queries so far',
  heads: 'reads how far back each head looks, measured beforehand',
  reconstruction: 'reads the attention of a second pass, in which the model repeats the prompt',
}

export const policies = {
  textsOf,
  signals,
  /** Returns an unknown name unchanged. */
  title: (name: string): string => (baseOf(name as PolicyName) in texts ? textsOf(name as PolicyName).title : name),
  about: (name: PolicyName, signal: Signal): string =>
    [textsOf(name).idea, `It ${signals[signal]}.`, textsOf(name).departs].filter(Boolean).join(' '),
}
