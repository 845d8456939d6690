/** Cache bytes per token by kind of attention, for models of the same width and depth. */

import { encodedBytes } from '../elements/codec'
import { codecOf } from '../elements/codecs'
import { type Experiment, type ExperimentResult, resultOf } from './experiment'

interface Row {
  readonly attention: string
  readonly kvHeads: number | null
  readonly elementsPerLayer: number
  readonly f16Bytes: number
  readonly q8Bytes: number
  /** Percentage of MHA's cost. */
  readonly share: number
}

/** DeepSeek-V3: latent 512 + 64. */
const shape = { layers: 61, heads: 128, headDim: 128, latent: 512, ropeDim: 64 }

export const attentionShapes: Experiment<Row> = {
  name: 'attention-shapes',
  title: 'MHA, GQA, MQA and MLA by bytes per token',
  expected:
    'K and V of every KV head are stored, so bytes fall in proportion to KV heads; MLA stores one latent row of 576 per layer and no V: ' +
    '576 x 61 x 2 = 70,272 bytes at f16, between MQA (256 elements) and GQA with 8 groups (2,048). The common “2 x layers x width” is right for MHA alone.',
  columns: [
    { key: 'attention', label: 'attention', unit: null },
    { key: 'kvHeads', label: 'KV heads', unit: null },
    { key: 'elementsPerLayer', label: 'elements per layer', unit: null },
    { key: 'f16Bytes', label: 'f16', unit: 'bytes per token' },
    { key: 'q8Bytes', label: 'q8_0', unit: 'bytes per token' },
    { key: 'share', label: 'share of MHA', unit: '%' },
  ],
}

export function runAttentionShapes(seed: number): ExperimentResult {
  const { layers, heads, headDim, latent, ropeDim } = shape
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
  const origin = { model: null, text: `arithmetic: ${layers} layers, ${heads} query heads of ${headDim}`, seed }
  return resultOf(attentionShapes, origin, [...shared, row('MLA', null, latent + ropeDim)])
}
