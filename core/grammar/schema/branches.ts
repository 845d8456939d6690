/** Turns `$ref`, `allOf`, `anyOf` and `oneOf` into alternatives, each of which is a list of schemas that all apply to the value. */
import { refuse } from '../problems/problems'
import { isObject } from './json'
import { checkKeywords, type Report } from './keywords'
import type { Location, Locations } from './locations'

/** A value has to fulfil the keywords of every part, except those that are resolved here. */
export type Branch = readonly Location[]
export type BranchesOf = (locations: readonly Location[]) => Branch[]

const mostBranches = 256
const deepestNesting = 100

export class Branches {
  private readonly checked = new Map<string, boolean>()
  private readonly known = new Map<string, Branch[]>()

  constructor(
    private readonly locations: Locations,
    private readonly report: Report,
    private readonly areDisjoint: (a: Branch, b: Branch) => boolean,
  ) {}

  ofAll(locations: readonly Location[]): Branch[] {
    return locations.reduce<Branch[]>((branches, location) => this.both(branches, this.of(location), location), [[]])
  }

  of(location: Location, trail: readonly string[] = []): Branch[] {
    const known = this.known.get(location.pointer)
    if (known) return known
    const made = this.resolve(location, trail)
    this.known.set(location.pointer, made)
    return made
  }

  private resolve(location: Location, trail: readonly string[]): Branch[] {
    const { schema, pointer } = location
    if (!this.isUsable(location)) return []
    if (typeof schema === 'boolean') return schema ? [[]] : []
    if (!isObject(schema)) return []
    if (trail.includes(pointer)) return refuse(pointer, 'reference-endless')
    if (trail.length > deepestNesting) return refuse(pointer, 'too-large')
    const inside = [...trail, pointer]
    let branches: Branch[] = [[location]]
    if (typeof schema.$ref === 'string') branches = this.both(branches, this.referred(location, schema.$ref, inside), location)
    for (const index of indexes(schema.allOf))
      branches = this.both(branches, this.of(this.locations.child(location, 'allOf', index), inside), location)
    if (schema.anyOf) {
      const options = indexes(schema.anyOf).flatMap((index) => this.of(this.locations.child(location, 'anyOf', index), inside))
      branches = this.both(branches, different(options), location)
    }
    if (schema.oneOf) branches = this.both(branches, this.exclusive(location, branches, inside), location)
    return branches
  }

  private referred(location: Location, reference: string, inside: readonly string[]): Branch[] {
    const target = this.locations.resolve(location, reference)
    if (typeof target === 'string') return refuse(`${location.pointer}/$ref`, target)
    return this.of(target, inside)
  }

  private exclusive(location: Location, around: readonly Branch[], inside: readonly string[]): Branch[] {
    const { oneOf } = location.schema as { oneOf: unknown[] }
    if (oneOf.length > mostBranches) return refuse(location.pointer, 'too-large')
    const options = oneOf.map((_, index) => this.of(this.locations.child(location, 'oneOf', index), inside))
    for (const [index, option] of options.entries())
      for (const other of options.slice(index + 1)) {
        const [a, b] = [this.both(around, option, location), this.both(around, other, location)]
        if (!a.every((one) => b.every((two) => this.areDisjoint(one, two)))) return refuse(`${location.pointer}/oneOf`, 'one-of-overlaps')
      }
    return options.flat()
  }

  private both(a: readonly Branch[], b: readonly Branch[], { pointer }: Location): Branch[] {
    if (a.length * b.length > mostBranches) return refuse(pointer, 'too-large')
    return different(
      a.flatMap((one) => b.map((two) => [...one, ...two.filter((part) => !one.some((known) => known.pointer === part.pointer))])),
    )
  }

  private isUsable(location: Location): boolean {
    const known = this.checked.get(location.pointer)
    if (known !== undefined) return known
    const usable = checkKeywords(location, this.report)
    this.checked.set(location.pointer, usable)
    return usable
  }
}

export const keyOf = (branch: Branch): string =>
  branch
    .map(({ pointer }) => `#${pointer}`)
    .sort()
    .join('\n')

function different(branches: readonly Branch[]): Branch[] {
  return [...new Map(branches.map((branch) => [keyOf(branch), branch])).values()]
}

const indexes = (list: unknown): number[] => (Array.isArray(list) ? list.map((_, index) => index) : [])
