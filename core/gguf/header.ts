import type { GgufFlaw } from '../contract/errors/gguf-reasons'
import type { GgmlType } from './ggml-types'

export type GgufScalar = string | number | bigint | boolean

export interface GgufArray {
  readonly elementType: string
  readonly length: number
  /**
   * null for arrays of strings (except those in `HeaderReading.keptTexts`) and for arrays of more than `keptArrayElements`. A string longer
   * than `keptTextBytes` is represented as a u8 array without values.
   */
  readonly values: readonly GgufScalar[] | null
}

export type GgufValue = GgufScalar | GgufArray

export interface GgufTensor {
  readonly name: string
  readonly type: GgmlType
  /** Row length first. Empty for a scalar. */
  readonly shape: readonly number[]
  /** Counted from the start of the tensor data. */
  readonly offsetBytes: number
  readonly bytes: number
}

export interface GgufHeader {
  readonly version: 2 | 3
  readonly metadata: ReadonlyMap<string, GgufValue>
  readonly tensors: readonly GgufTensor[]
  readonly alignmentBytes: number
  readonly dataOffset: number
  /** Offset in the file. A shorter file is truncated. */
  readonly endOffset: number
}

export type GgufProblem =
  | { readonly code: 'gguf-not-a-model'; readonly facts: { readonly magic: string } }
  | { readonly code: 'gguf-version-unsupported'; readonly facts: { readonly version: number; readonly bigEndian: boolean } }
  | { readonly code: 'gguf-truncated'; readonly facts: { readonly neededBytes: number; readonly sizeBytes: number } }
  | { readonly code: 'gguf-malformed'; readonly facts: { readonly flaw: GgufFlaw; readonly offset: number } }

export type GgufReading = { readonly ok: true; readonly header: GgufHeader } | ({ readonly ok: false } & GgufProblem)

export const isGgufArray = (value: GgufValue | undefined): value is GgufArray => typeof value === 'object'

export function textOf(header: GgufHeader, key: string): string | undefined {
  const value = header.metadata.get(key)
  return typeof value === 'string' ? value : undefined
}

/** Returns undefined for an integer beyond 2^53, where a double is no longer exact. */
export function numberOf(header: GgufHeader, key: string): number | undefined {
  const value = header.metadata.get(key)
  if (typeof value === 'number') return value
  if (typeof value === 'bigint' && value >= -(2n ** 53n) && value <= 2n ** 53n) return Number(value)
  return undefined
}

/** Returns undefined unless the value is a safe integer of at least 0. */
export function countOf(header: GgufHeader, key: string): number | undefined {
  const value = numberOf(header, key)
  return value !== undefined && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}

export const architectureOf = (header: GgufHeader): string | undefined => textOf(header, 'general.architecture')
