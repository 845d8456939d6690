import type { GgufFlaw } from '../contract/errors/gguf-reasons'
import type { GgmlType } from './ggml-types'

export type GgufScalar = string | number | bigint | boolean

export interface GgufArray {
  /** GGUF's name: u8 i8 u16 i16 u32 i32 f32 bool str u64 i64 f64. */
  readonly elementType: string
  readonly length: number
  /**
   * null for arrays of text (except `HeaderReading.keptTexts`) and arrays longer than `keptArrayElements`. A text longer than
   * `keptTextBytes` is an array of u8 here.
   */
  readonly values: readonly GgufScalar[] | null
}

export type GgufValue = GgufScalar | GgufArray

export interface GgufTensor {
  readonly name: string
  readonly type: GgmlType
  /** Row length first; 1 to 4 entries, or none for a scalar. */
  readonly shape: readonly number[]
  /** From the start of the tensor data. */
  readonly offsetBytes: number
  readonly bytes: number
}

export interface GgufHeader {
  readonly version: 2 | 3
  readonly metadata: ReadonlyMap<string, GgufValue>
  readonly tensors: readonly GgufTensor[]
  readonly alignmentBytes: number
  readonly dataOffset: number
  /** File offset; a shorter file is truncated. */
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

/** Undefined if not exact as a double. */
export function numberOf(header: GgufHeader, key: string): number | undefined {
  const value = header.metadata.get(key)
  if (typeof value === 'number') return value
  if (typeof value === 'bigint' && value >= -(2n ** 53n) && value <= 2n ** 53n) return Number(value)
  return undefined
}

/** 0 to 2^53 - 1; undefined for anything else. */
export function countOf(header: GgufHeader, key: string): number | undefined {
  const value = numberOf(header, key)
  return value !== undefined && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}

export const architectureOf = (header: GgufHeader): string | undefined => textOf(header, 'general.architecture')
