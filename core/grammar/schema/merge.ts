/** The keywords of a branch, merged: each limit is the strictest one. */
import { mostRepetitions, refuse } from '../problems/problems'
import { formatPattern } from '../values/formats'
import type { NumberBound } from '../values/numbers'
import type { Branch } from './branches'
import { isObject, type Kind, kinds } from './json'
import type { Location } from './locations'

export interface Limit {
  readonly value: number
  readonly pointer: string
}

type Keywords = Readonly<Record<string, unknown>>
export const keywordsOf = ({ schema }: Location): Keywords => schema as Keywords

export const has = (location: Location, name: string): boolean => Object.hasOwn(keywordsOf(location), name)

export interface Kinds {
  readonly kinds: ReadonlySet<Kind>
  readonly wholeOnly: boolean
}

export function kindsOf(branch: Branch): Kinds {
  let left = new Set<Kind>(kinds)
  let wholeOnly = false
  for (const location of branch) {
    if (!has(location, 'type')) continue
    const { type } = keywordsOf(location) as { type: string | string[] }
    const types = typeof type === 'string' ? [type] : type
    if (types.includes('integer') && !types.includes('number')) wholeOnly = true
    left = new Set([...left].filter((kind) => types.includes(kind) || (kind === 'number' && types.includes('integer'))))
  }
  return { kinds: left, wholeOnly }
}

export function highest(branch: Branch, name: string): Limit | null {
  return limits(branch, name).reduce<Limit | null>((best, next) => (best === null || next.value > best.value ? next : best), null)
}
export function lowest(branch: Branch, name: string): Limit | null {
  return limits(branch, name).reduce<Limit | null>((best, next) => (best === null || next.value < best.value ? next : best), null)
}

const limits = (branch: Branch, name: string): Limit[] =>
  branch
    .filter((location) => has(location, name))
    .map((location) => ({ value: keywordsOf(location)[name] as number, pointer: `${location.pointer}/${name}` }))

/** A count that llama.cpp can repeat. */
export function leastCount(branch: Branch, name: string): number {
  const found = highest(branch, name)
  if (found && found.value > mostRepetitions) return refuse(found.pointer, 'limit-too-high')
  return found?.value ?? 0
}

export type Bound = NumberBound & { readonly pointer: string }

export function leastBound(branch: Branch): Bound | null {
  const [inclusive, exclusive] = [highest(branch, 'minimum'), highest(branch, 'exclusiveMinimum')]
  if (exclusive && (!inclusive || exclusive.value >= inclusive.value)) return { ...exclusive, inclusive: false }
  return inclusive && { ...inclusive, inclusive: true }
}
export function mostBound(branch: Branch): Bound | null {
  const [inclusive, exclusive] = [lowest(branch, 'maximum'), lowest(branch, 'exclusiveMaximum')]
  if (exclusive && (!inclusive || exclusive.value <= inclusive.value)) return { ...exclusive, inclusive: false }
  return inclusive && { ...inclusive, inclusive: true }
}

export function patternsOf(branch: Branch): { source: string; pointer: string }[] {
  return branch.flatMap((location) => {
    const { pattern, format } = keywordsOf(location) as { pattern?: string; format?: string }
    const known = format === undefined ? undefined : formatPattern(format)
    return [
      ...(pattern === undefined ? [] : [{ source: pattern, pointer: `${location.pointer}/pattern` }]),
      ...(known === undefined ? [] : [{ source: known, pointer: `${location.pointer}/format` }]),
    ]
  })
}

export const requiredNames = (branch: Branch): Set<string> =>
  new Set(branch.flatMap((location) => (has(location, 'required') ? (keywordsOf(location).required as string[]) : [])))

export const propertyNames = (branch: Branch): string[] => [
  ...new Set(branch.flatMap((location) => (has(location, 'properties') ? Object.keys(keywordsOf(location).properties as object) : []))),
]

export const patternSources = (location: Location): string[] =>
  isObject(keywordsOf(location).patternProperties) ? Object.keys(keywordsOf(location).patternProperties as object) : []
