/**
 * Source: `llama_model_base::load_swa_pattern` in src/llama-model.cpp (v0.5.0), `load_arch_hparams` of each architecture (v0.4.0);
 * `llama_hparams::set_swa_pattern` in src/llama-hparams.cpp.
 */

import type { LayerBasics } from './layer-basics'
import type { ModelKeys } from './model-keys'
import type { LlamaCppRelease } from './release'

export type Pattern = (basics: LayerBasics, keys: ModelKeys, release: LlamaCppRelease) => boolean[]

const patternKey = 'attention.sliding_window_pattern'

interface PeriodOptions {
  /** True if the first layer of each period has full attention. */
  readonly denseFirst?: boolean
  /** True if v0.4.0 has no default period and accepts a list. Otherwise, v0.4.0 ignores lists. */
  readonly listedBefore050?: boolean
}

/** The key can set another period or, since v0.5.0, list the layers. */
export const period =
  (usual: number, { denseFirst = false, listedBefore050 = false }: PeriodOptions = {}): Pattern =>
  (basics, keys, release) => {
    const isList = keys.isArray(patternKey)
    if (release === '0.5.0' && isList) return flagged(keys.demandList(patternKey), basics.layers)
    const said = isList ? undefined : keys.count(patternKey)
    if (release === '0.4.0' && listedBefore050 && said === undefined)
      return flagged(keys.demandPerLayer(patternKey, basics.trunkLayers), basics.layers)
    return repeating(said ?? usual, denseFirst, basics)
  }

/** With `of`, v0.4.0 requires one flag for each of these layers, or a single flag. Otherwise, a list may have any length. */
export const listed =
  (of?: 'trunk' | 'all'): Pattern =>
  ({ layers, trunkLayers }, keys, release) => {
    if (release === '0.5.0' || of === undefined) return flagged(keys.demandList(patternKey), layers)
    return flagged(keys.demandPerLayer(patternKey, of === 'trunk' ? trunkLayers : layers), layers)
  }

const flagged = (flags: readonly number[], layers: number): boolean[] => Array.from({ length: layers }, (_, layer) => Boolean(flags[layer]))

/** With a period of 0, every trunk layer has a sliding window. Prediction layers never have one. */
const repeating = (length: number, denseFirst: boolean, { layers, trunkLayers }: LayerBasics): boolean[] =>
  Array.from({ length: layers }, (_, layer) => {
    if (layer >= trunkLayers) return false
    return length === 0 || (denseFirst ? layer % length !== 0 : layer % length < length - 1)
  })
