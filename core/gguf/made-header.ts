import type { GgufArray, GgufHeader, GgufTensor, GgufValue } from './header'

type MadeValue = GgufValue | readonly number[] | readonly boolean[]

/** `keys` have no architecture prefix. A list becomes an array of u32 or bool. */
export function makeHeader(
  architecture: string,
  keys: Readonly<Record<string, MadeValue>>,
  tensors: readonly GgufTensor[] = [],
): GgufHeader {
  const metadata = new Map<string, GgufValue>([['general.architecture', architecture]])
  for (const [key, value] of Object.entries(keys)) metadata.set(`${architecture}.${key}`, isList(value) ? asArray(value) : value)
  return { version: 3, metadata, tensors, alignmentBytes: 32, dataOffset: 0, endOffset: 0 }
}

const isList = (value: MadeValue): value is readonly number[] | readonly boolean[] => Array.isArray(value)

const asArray = (values: readonly (number | boolean)[]): GgufArray => ({
  elementType: typeof values[0] === 'boolean' ? 'bool' : 'u32',
  length: values.length,
  values,
})
