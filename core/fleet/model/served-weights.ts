/**
 * Weights as vLLM and SGLang load them. The embeddings and the output stay in bf16 if the layers are quantized.
 *
 * int4: groups of 128 with a scale in f16 and a zero point in 4 bits, as AWQ stores them. fp8: one scale per block of 128 x 128, which is
 * left out.
 */
import { withEstimatedWeights } from '../../plan/estimated-weights'
import type { PlannedWeights } from '../../plan/parts/planned-weights'
import type { PlanSubject } from '../../plan/plan-subject'
import { fileTypes } from '../../plan/weights/file-types'
import type { WeightElements } from '../../plan/weights/weight-elements'
import { type ServedType, servedTypes, type WeightType } from '../types/fleet'

const layerBits: Readonly<Record<ServedType, number>> = { bf16: 16, fp8: 8, int4: 4 + (16 + 4) / 128 }
const embeddingBytes = 2

/** Assumed: norms and routers stay in bf16. */
const errorShares: Readonly<Record<ServedType, number>> = { bf16: 0, fp8: 0.01, int4: 0.03 }

export function weightsAs(subject: PlanSubject, type: WeightType): PlannedWeights | null {
  if (subject.weights || type === 'file') return subject.weights
  const fileType = fileTypes.find((one) => one === type)
  if (fileType) return withEstimatedWeights(subject, fileType).weights
  const servedType = servedTypes.find((one) => one === type)
  return subject.elements && servedType ? servedWeights(subject.elements, subject.parameters, servedType) : null
}

/** `parameters` is the exact published number, or null. */
function servedWeights(elements: WeightElements, parameters: number | null, type: ServedType): PlannedWeights {
  const counted = elements.layers.reduce((sum, one) => sum + one, elements.embedding + elements.output)
  const scale = (parameters ?? counted) / counted
  const bytesOf = (count: number): number => Math.round((count * scale * layerBits[type]) / 8)
  const layerBytes = elements.layers.map(bytesOf)
  const layerExpertBytes = elements.layerExperts.map(bytesOf)
  const inputBytes = Math.round(elements.embedding * scale * embeddingBytes)
  const outputBytes = Math.round(elements.output * scale * embeddingBytes)
  return {
    layerBytes,
    inputBytes,
    outputBytes,
    sharedOutputBytes: elements.sharesEmbedding ? inputBytes : 0,
    totalBytes: layerBytes.reduce((sum, bytes) => sum + bytes, inputBytes + outputBytes),
    ...(elements.experts > 0 ? { expertBytes: bytesOf(elements.experts), layerExpertBytes } : {}),
    errorShare: (parameters === null ? elements.errorShare : 0) + errorShares[type],
  }
}
