/**
 * llama.cpp ignores the window key of architectures that are not in `rules`, such as Llama, Mistral and Phi 3.
 *
 * Source: `load_arch_hparams` of each architecture in src/models/; `set_swa_pattern` in src/llama-hparams.cpp.
 */
import type { LayerBasics } from './layer-basics'
import type { ModelKeys } from './model-keys'
import type { ModelShape } from './model-shape'
import { listed, type Pattern, period } from './sliding-pattern'

type Window = (keys: ModelKeys, basics: LayerBasics) => number | null
interface Rule {
  readonly window: Window
  readonly pattern: Pattern
}

const windowKey = 'attention.sliding_window'
const demanded: Window = (keys) => keys.demandCount(windowKey)
const ifPositive: Window = (keys) => keys.count(windowKey) || null
const otherwise =
  (tokens: number): Window =>
  (keys) =>
    keys.count(windowKey) ?? tokens
/** The key only turns the window on. llama.cpp hard-codes the size. */
const fixedIfPositive =
  (tokens: number): Window =>
  (keys) =>
    keys.count(windowKey) ? tokens : null
const fixedUnlessZero =
  (tokens: number): Window =>
  (keys) =>
    keys.count(windowKey) === 0 ? null : tokens

const every: Pattern = ({ layers }) => new Array<boolean>(layers).fill(true)
/** For LFM2 models with a sliding window, which all of their attention layers have. */
const attending: Pattern = ({ layers, trunkLayers, kvHeads }) =>
  Array.from({ length: layers }, (_, layer) => layer < trunkLayers && kvHeads[layer] !== 0)

const rules: Readonly<Record<string, Rule>> = {
  afmoe: { window: ifPositive, pattern: period(4) },
  cohere2: { window: demanded, pattern: period(4) },
  cohere2moe: { window: demanded, pattern: period(4, { denseFirst: true, listedBefore050: true }) },
  deepseek4: { window: demanded, pattern: every },
  dots3note: { window: demanded, pattern: listed() },
  'exaone-moe': { window: demanded, pattern: period(4) },
  exaone4: { window: (keys, basics) => (basics.trunkLayers === 64 ? otherwise(4096)(keys, basics) : null), pattern: period(4) },
  'gemma-embedding': { window: demanded, pattern: period(6) },
  gemma2: { window: otherwise(4096), pattern: period(2) },
  gemma3: { window: ifPositive, pattern: period(6) },
  gemma3n: { window: demanded, pattern: period(5) },
  gemma4: { window: demanded, pattern: listed('trunk') },
  'gemma4-assistant': { window: demanded, pattern: listed('all') },
  'gpt-oss': { window: demanded, pattern: period(2) },
  granite_swa: { window: demanded, pattern: listed() },
  laguna: { window: ifPositive, pattern: period(4, { denseFirst: true }) },
  lfm2: { window: ifPositive, pattern: attending },
  llama4: { window: fixedUnlessZero(8192), pattern: period(4) },
  maple: { window: demanded, pattern: listed() },
  mellum: { window: ifPositive, pattern: period(4, { listedBefore050: true }) },
  mimo2: { window: demanded, pattern: listed('trunk') },
  'modern-bert': { window: ifPositive, pattern: period(3, { denseFirst: true }) },
  'muse-glimmer': { window: demanded, pattern: period(4, { listedBefore050: true }) },
  olmo2: { window: ifPositive, pattern: period(4) },
  plamo3: { window: ifPositive, pattern: period(8) },
  smallthinker: { window: fixedIfPositive(4096), pattern: period(4, { denseFirst: true }) },
  spark2_5: { window: demanded, pattern: listed() },
  step35: { window: demanded, pattern: listed('all') },
  dflash: {
    window: (keys, basics) => (keys.count('hyper_connection.count') ? demanded(keys, basics) : ifPositive(keys, basics)),
    pattern: (basics, keys, release) => (keys.count('hyper_connection.count') ? every : listed())(basics, keys, release),
  },
}

export function slidingLayers(
  basics: LayerBasics,
  keys: ModelKeys,
  release: ModelShape['release'],
): Pick<ModelShape, 'windowTokens' | 'isSliding'> {
  const rule = rules[basics.architecture]
  const windowTokens = rule?.window(keys, basics) ?? null
  const isSliding = rule && windowTokens !== null ? rule.pattern(basics, keys, release) : Array.from({ length: basics.layers }, () => false)
  return { windowTokens, isSliding }
}
