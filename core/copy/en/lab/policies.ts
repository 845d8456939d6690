import { questDenseLayers } from '../../../lab/policies/keys/quest'
import { rKvQueries } from '../../../lab/policies/attention/r-kv'
import { usualSinks } from '../../../lab/policies/blind/streaming-llm'
import { observedQueries } from '../../../lab/selection/observation-window'
import type { PolicyName, Signal } from '../../../lab/selection/policy'

export interface PolicyTexts {
  readonly title: string
  readonly idea: string
  /** How the Lab's version differs from the authors'. */
  readonly departs?: string
}

const snapKvDeparts = `The authors observe 32 queries; the Lab observes ${observedQueries}, because its budgets are small. Query heads that share a KV head are averaged.`

const texts: Readonly<Record<PolicyName, PolicyTexts>> = {
  full: { title: 'Full cache', idea: 'Keeps everything: the reference.' },
  window: { title: 'Sliding window', idea: 'Keeps the newest tokens.' },
  'streaming-llm': {
    title: 'StreamingLLM',
    idea: `Keeps the newest tokens and the first ${usualSinks}, which receive the attention that has nowhere else to go. Models with trained sinks need no cells for it.`,
    departs:
      'The authors renumber the cells of the cache from 0 at each step, so a text can be longer than the context. In the Lab a token keeps its position in the text, so the distance to the sinks grows.',
  },
  h2o: {
    title: 'H2O',
    idea: 'Half of the budget is for the tokens that received the most attention in total, half for the newest.',
  },
  scissorhands: {
    title: 'Scissorhands',
    idea: 'Drops the tokens that most often received less than the average attention, half a budget at once. It assumes that what was important stays important.',
    departs:
      'The authors published no code: this is algorithm 2 of the paper. Query heads that share a KV head count as one, by their mean.',
  },
  tova: {
    title: 'TOVA',
    idea: 'Keeps the tokens that the last query looked at most, averaged over the heads of a layer. All heads of a layer keep the same tokens.',
  },
  snapkv: {
    title: 'SnapKV',
    idea: `After the prompt, keeps its last ${observedQueries} tokens, the tokens that their queries look at most, and the neighbors of those. The answer is kept in addition.`,
    departs: snapKvDeparts,
  },
  'snapkv-each-step': {
    title: 'SnapKV at each step',
    idea: `At each step, keeps the last ${observedQueries} tokens, the tokens that their queries look at most, and the neighbors of those.`,
    departs: `The authors compress only once, after the prompt. ${snapKvDeparts}`,
  },
  pyramidkv: {
    title: 'PyramidKV',
    idea: 'SnapKV with more cells for the lower layers, whose attention is wide, and fewer for the upper ones.',
    departs: snapKvDeparts,
  },
  'ada-kv': {
    title: 'Ada-KV',
    idea: 'SnapKV with one budget for all heads of a layer: cells go where the attention is, not to each head equally.',
    departs: snapKvDeparts,
  },
  'r-kv': {
    title: 'R-KV',
    idea: `Keeps the tokens with the highest score: importance to the last ${rKvQueries} queries minus the similarity of the key to other keys.`,
    departs: 'The authors compress every 128 tokens of the answer; the Lab compresses whenever the budget and its slack are exceeded.',
  },
  quest: {
    title: 'Quest',
    idea: `Keeps everything. After the first ${questDenseLayers} layers it reads only the pages that can score highest: it saves reads, not memory.`,
  },
  triattention: {
    title: 'TriAttention',
    idea: 'Keeps the keys that the head’s average query will look at from later positions, predicted from geometry measured beforehand.',
    departs:
      'The authors’ code keeps the whole prompt and compresses what the model writes, every 128 tokens, with one choice for all heads. The prompts here exceed the budgets, so the Lab compresses the prompt too (their allow_prefill_compression), and each head of each layer chooses for itself (their per_layer_perhead_pruning).',
  },
}

/** Follows the name of a policy. */
const signals: Readonly<Record<Signal, string>> = {
  none: 'reads no signal',
  attention: 'reads every attention weight',
  window: 'reads the attention of the last queries',
  keys: 'reads keys',
  geometry: 'reads keys and geometry measured beforehand',
}

export const policies = {
  texts,
  signals,
  about: (name: PolicyName, signal: Signal): string =>
    [texts[name].idea, `It ${signals[signal]}.`, texts[name].departs].filter(Boolean).join(' '),
}
