/** Makes a setting for every combination of the lists' values, as llama-bench does. */

import type { KvSettings } from '../../../../core/contract/settings/kv-settings'
import { type KvType, kvTypes } from '../../../../core/contract/settings/kv-types'
import { kvRanges } from '../../../../core/contract/settings/setting-ranges'
import { copy } from '../../../../core/copy/copy'
import { type NumberList, type ReadList, readNumbers } from '../speed-tests'

/** As typed. An empty list means the base setting's value, or for V the type of K. */
export interface GridLists {
  readonly keyTypes: string
  readonly valueTypes: string
  readonly contexts: string
  readonly flashAttention: string
  readonly threads: string
  readonly batches: string
  readonly gpuLayers: string
}
export const emptyGrid: GridLists = {
  keyTypes: '',
  valueTypes: '',
  contexts: '',
  flashAttention: '',
  threads: '',
  batches: '',
  gpuLayers: '',
}

/** A longer table is unreadable. */
export const mostVariants = 200

export function gridVariants(lists: GridLists, base: KvSettings): ReadList<KvSettings> {
  const keys = readWords(lists.keyTypes, kvTypes, copy.compare.problems.notType)
  const values = readWords(lists.valueTypes, kvTypes, copy.compare.problems.notType)
  const flash = readWords(lists.flashAttention, ['auto', 'on', 'off'] as const, copy.compare.problems.notFlashMode)
  const contexts = numbersOf(lists.contexts, 'contexts', kvRanges.contextTokens)
  const threads = numbersOf(lists.threads, 'threads', kvRanges.threads)
  const batches = numbersOf(lists.batches, 'batches', kvRanges.batchTokens)
  const layers = numbersOf(lists.gpuLayers, 'gpuLayers', kvRanges.gpuLayers)
  for (const list of [keys, values, flash, contexts, threads, batches, layers]) if (!list.ok) return list
  const grid = crossed(base, [
    ['keyType', keys],
    ['contextTokens', contexts],
    ['flashAttention', flash],
    ['threads', threads],
    ['batchTokens', batches],
    ['gpuLayers', layers],
  ])
  const both = grid.flatMap((settings) => valuesFor(settings, listed(values)))
  if (both.length > mostVariants) return { ok: false, reason: copy.compare.problems.tooManySettings(both.length, mostVariants) }
  return { ok: true, values: both }
}

const valuesFor = (settings: KvSettings, types: readonly KvType[]): readonly KvSettings[] =>
  types.length === 0 ? [{ ...settings, valueType: settings.keyType }] : types.map((valueType) => ({ ...settings, valueType }))

const listed = <T>(list: ReadList<T>): readonly T[] => (list.ok ? list.values : [])

function crossed(base: KvSettings, axes: readonly (readonly [keyof KvSettings, ReadList<unknown>])[]): readonly KvSettings[] {
  return axes.reduce<readonly KvSettings[]>(
    (grid, [key, list]) => {
      const values = listed(list)
      return values.length === 0 ? grid : grid.flatMap((settings) => values.map((value) => ({ ...settings, [key]: value })))
    },
    [base],
  )
}

function numbersOf(text: string, list: NumberList, { least, most }: { readonly least: number; readonly most: number }): ReadList<number> {
  return text.trim() === '' ? { ok: true, values: [] } : readNumbers(text, list, least, most)
}

/** `problem` makes the error message for an unknown word. */
function readWords<const T extends string>(
  text: string,
  known: readonly T[],
  problem: (word: string, known: readonly T[]) => string,
): ReadList<T> {
  const found = text.split(/[\s,;]+/).filter(Boolean)
  const unknown = found.find((word) => !known.some((one) => one === word))
  if (unknown !== undefined) return { ok: false, reason: problem(unknown, known) }
  return { ok: true, values: [...new Set(found as T[])] }
}
