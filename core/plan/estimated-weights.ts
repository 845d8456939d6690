/** Estimates the weights of a model without tensors: elements times the bits of a file type. */
import type { PlannedWeights } from './parts/planned-weights'
import type { PlanSubject } from './plan-subject'
import { type FileType, fileTypeBits, fileTypeErrorShare } from './weights/file-types'
import type { WeightElements } from './weights/weight-elements'

export function withEstimatedWeights<Subject extends PlanSubject>(subject: Subject, type: FileType): Subject {
  if (subject.weights || !subject.elements) return subject
  return { ...subject, weights: estimatedWeights(subject.elements, subject.parameters, type) }
}

const totalOf = ({ layers, embedding, output }: WeightElements): number => layers.reduce((sum, one) => sum + one, embedding + output)

/** `parameters` is the exact published number, or null. */
function estimatedWeights(elements: WeightElements, parameters: number | null, type: FileType): PlannedWeights {
  const counted = totalOf(elements)
  const bytesPerElement = (((parameters ?? counted) / counted) * fileTypeBits[type]) / 8
  return spread(elements, bytesPerElement, fileTypeErrorShare(type) + (parameters === null ? elements.errorShare : 0))
}

/** The weights of a file whose size is known. Its header counts as weights, so the plan is an upper bound. */
export const weightsOfSize = (elements: WeightElements, sizeBytes: number): PlannedWeights =>
  spread(elements, sizeBytes / totalOf(elements), 0)

function spread(elements: WeightElements, bytesPerElement: number, errorShare: number): PlannedWeights {
  const counted = totalOf(elements)
  const bytesOf = (count: number): number => Math.floor(count * bytesPerElement)
  const totalBytes = Math.round(counted * bytesPerElement)
  const layerBytes = elements.layers.map(bytesOf)
  const inputBytes = bytesOf(elements.embedding)
  return {
    layerBytes,
    inputBytes,
    outputBytes: totalBytes - inputBytes - layerBytes.reduce((sum, bytes) => sum + bytes, 0),
    sharedOutputBytes: elements.sharesEmbedding ? inputBytes : 0,
    totalBytes,
    expertBytes: bytesOf(elements.experts),
    ...(elements.experts > 0 ? { layerExpertBytes: elements.layerExperts.map(bytesOf) } : {}),
    errorShare,
  }
}
