/**
 * Models for a first download, ordered by size. Each release can change the list; scripts/check-recommended.mjs checks its files. Sizes are
 * those of the files on the hub, keys come from the config.json of each model, parameters from its weights.
 */
import type { Copy } from '../copy/copy'
import { makeHeader } from '../gguf/made-header'
import { weightsOfSize } from '../plan/estimated-weights'
import { type PlanSubject, planSubjectOf } from '../plan/plan-subject'
import models from './recommended-models.json'

export interface RecommendedModel {
  readonly id: keyof Copy['models']['recommended']['goodAt']
  readonly name: string
  /** Set unless the model is for any task. */
  readonly specialty?: 'code'
  /** On Hugging Face. */
  readonly repository: string
  readonly file: string
  readonly sizeBytes: number
  readonly license: string
  readonly parameters: number
  readonly architecture: string
  /** GGUF metadata without the architecture prefix. */
  readonly keys: Readonly<Record<string, number>>
}

export const recommendedModels = models as unknown as readonly RecommendedModel[]

/** `hub` is such as `https://huggingface.co`. */
export const addressOf = ({ repository, file }: RecommendedModel, hub: string): string => `${hub}/${repository}/resolve/main/${file}`

/** The number of parameters shows whether the output layer shares the weights of the token embedding. */
export function recommendedSubject({ name, architecture, keys, parameters, sizeBytes }: RecommendedModel): PlanSubject {
  const [own, shared] = [false, true].map((sharesEmbedding) => planSubjectOf(makeHeader(architecture, keys), name, sharesEmbedding))
  const distance = (subject: PlanSubject | undefined) => Math.abs((elementsOf(subject) ?? 0) - parameters)
  const subject = distance(shared) < distance(own) ? shared : own
  if (!subject?.elements) throw new Error(`Expected a subject for ${name}`)
  return { ...subject, parameters, weights: weightsOfSize(subject.elements, sizeBytes) }
}

export const elementsOf = (subject: PlanSubject | undefined): number | undefined =>
  subject?.elements?.layers.reduce((sum, one) => sum + one, subject.elements.embedding + subject.elements.output)
