import { encodedBytes } from '../elements/codec'
import { codecOf } from '../elements/codecs'
import { type ExperimentResult, resultOf } from './experiment'
import { attentionShape } from './setups'

interface Row {
  readonly attention: string
  readonly kvHeads: number | null
  readonly elementsPerLayer: number
  readonly f16Bytes: number
  readonly q8Bytes: number
  /** As a percentage of MHA. */
  readonly share: number
}

export function runAttentionShapes(seed: number): ExperimentResult {
  const { layers, heads, headDim, latent, ropeDim } = attentionShape
  const full = 2 * heads * headDim
  const row = (attention: string, kvHeads: number | null, elementsPerLayer: number): Row => ({
    attention,
    kvHeads,
    elementsPerLayer,
    f16Bytes: layers * encodedBytes(codecOf('f16'), elementsPerLayer),
    q8Bytes: layers * encodedBytes(codecOf('q8_0'), elementsPerLayer),
    share: (100 * elementsPerLayer) / full,
  })
  const shared = [heads, 32, 8, 1].map((kvHeads) =>
    row(kvHeads === heads ? 'MHA' : kvHeads === 1 ? 'MQA' : 'GQA', kvHeads, 2 * kvHeads * headDim),
  )
  return resultOf('attention-shapes', { model: null, seed }, [...shared, row('MLA', null, latent + ropeDim)])
}
