import type { ModelOrigin } from '../../../core/contract/models/model-origins'
import type { ModelFile } from '../../../core/contract/models/models'
import type { KvType } from '../../../core/contract/settings/kv-types'
import { copy } from '../../../core/copy/copy'
import { formatCount } from '../../../core/text/amounts'
import { formatNumber } from '../../../core/text/number-language'

export const sortKeys = ['recent', 'name', 'size', 'parameters', 'trained', 'fits', 'cost'] as const
export type SortKey = (typeof sortKeys)[number]
export const plainSortKeys: readonly SortKey[] = ['recent', 'name', 'size']

export interface ListChoice {
  readonly text: string
  readonly origin: ModelOrigin | 'all'
  readonly sort: SortKey
  readonly kvType: KvType
}

/** Indexed by model id. null if the file is unreadable. Models whose number has not been read yet are absent. */
export type FittingTokens = Readonly<Record<string, number | null>>

/** `recent` keeps the host's order. Unknown values come last in either direction. */
export function shownModels(models: readonly ModelFile[], choice: ListChoice, fitting: FittingTokens): ModelFile[] {
  const words = choice.text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = models.filter(
    (model) => (choice.origin === 'all' || model.origin === choice.origin) && words.every((word) => searchedText(model).includes(word)),
  )
  if (choice.sort === 'recent') return found
  if (choice.sort === 'name') return found.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }))
  const measure = measures[choice.sort]
  const direction = choice.sort === 'cost' ? 1 : -1
  const of = (model: ModelFile) => measure(model, choice, fitting) ?? direction * Number.POSITIVE_INFINITY
  return found.sort((a, b) => direction * compared(of(a), of(b)))
}

/** Infinity - Infinity is NaN. */
const compared = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1)

type Measure = (model: ModelFile, choice: ListChoice, fitting: FittingTokens) => number | null | undefined
const measures: Readonly<Record<Exclude<SortKey, 'recent' | 'name'>, Measure>> = {
  size: ({ sizeBytes }) => sizeBytes,
  parameters: ({ parameters }) => parameters,
  trained: ({ trainedTokens }) => trainedTokens,
  fits: ({ id }, _, fitting) => fitting[id],
  cost: ({ cost }, { kvType }) => cost?.bytesPerThousandTokens[kvType],
}

const searchedText = ({ name, path, architecture, weightType, origin }: ModelFile): string =>
  `${name} ${path} ${architecture} ${weightType} ${copy.models.origins[origin]}`.toLowerCase()

/** Such as `8.0 B` and `5.1 M`. */
export function parametersText(count: number): string {
  if (count >= 1e9) return `${formatNumber(count / 1e9, count < 1e10 ? 1 : 0)} B`
  if (count >= 1e6) return `${formatNumber(count / 1e6, count < 1e7 ? 1 : 0)} M`
  return formatCount(count)
}
