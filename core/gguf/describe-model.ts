import { architectureOf, countOf, type GgufHeader, type GgufTensor, isGgufArray, textOf } from './header'
import { legible } from './malformed'

export interface ModelFacts {
  readonly architecture: string
  readonly name: string | undefined
  readonly parameters: number
  readonly weightBytes: number
  /** Type of most parameters, such as `q4_K`. */
  readonly weightType: string
  /** 0 if absent. */
  readonly layers: number
  /** 0 if absent. */
  readonly trainedTokens: number
  readonly hasChatTemplate: boolean
}

const nameCharacters = 200

export function describeModel(header: GgufHeader): ModelFacts {
  const architecture = architectureOf(header) ?? ''
  const own = (key: string) => countOf(header, `${architecture}.${key}`) ?? 0
  return {
    architecture: legible(architecture),
    name: legible(textOf(header, 'general.name')?.trim() ?? '', nameCharacters) || undefined,
    parameters: sum(header.tensors, elementsOf),
    weightBytes: sum(header.tensors, (tensor) => tensor.bytes),
    weightType: mostParameters(header.tensors),
    layers: own('block_count'),
    trainedTokens: own('context_length'),
    hasChatTemplate: (textOf(header, 'tokenizer.chat_template') ?? '').trim() !== '',
  }
}

export function vocabularyTokens(header: GgufHeader): number | undefined {
  const tokens = header.metadata.get('tokenizer.ggml.tokens')
  return isGgufArray(tokens) ? tokens.length : undefined
}

const elementsOf = (tensor: GgufTensor): number => tensor.shape.reduce((product, size) => product * size, 1)

const sum = (tensors: readonly GgufTensor[], measure: (tensor: GgufTensor) => number): number =>
  tensors.reduce((total, tensor) => total + measure(tensor), 0)

function mostParameters(tensors: readonly GgufTensor[]): string {
  const byType = new Map<string, number>()
  for (const tensor of tensors) byType.set(tensor.type.name, (byType.get(tensor.type.name) ?? 0) + elementsOf(tensor))
  return [...byType].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 'none'
}
