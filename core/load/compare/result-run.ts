export interface Measure {
  readonly name: string
  readonly value: number
  /** One standard error. null if the file has no spread. */
  readonly error: number | null
  /** The number of values behind `error`. */
  readonly count: number
  readonly better: 'higher' | 'lower'
}

export interface ResultRun {
  readonly setting: ResultSetting
  readonly measures: readonly Measure[]
}

export type ResultSetting =
  | { readonly kind: 'concurrency'; readonly requests: number | null }
  | { readonly kind: 'rate'; readonly perSecond: number }
  /** `types`: of the K and V cache, such as `f16:f16`. */
  | { readonly kind: 'test'; readonly name: string; readonly types: string }

export const amountIn = (fields: Readonly<Record<string, unknown>>, name: string): number | null => {
  const value = fields[name]
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null
}
