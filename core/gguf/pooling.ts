import { type GgufHeader, numberOf, textOf } from './header'

/** `llama_pooling_type`, from 0. */
const types = ['none', 'mean', 'cls', 'last', 'rank'] as const

export interface Pooling {
  /** How the vectors of a text's tokens are pooled into one. `none`: the file does not say. `unknown`: llama.cpp would abort. */
  readonly type: (typeof types)[number] | 'unknown'
  /** Whether each token attends only to those before it. */
  readonly isCausal: boolean
}

export function poolingOf(header: GgufHeader): Pooling {
  const architecture = textOf(header, 'general.architecture') ?? ''
  const type = numberOf(header, `${architecture}.pooling_type`) ?? 0
  return { type: types[type] ?? 'unknown', isCausal: header.metadata.get(`${architecture}.attention.causal`) !== false }
}
