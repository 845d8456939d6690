/** Whether a value is valid. Needed for the values of `enum` and `const`, which can have other keywords next to them. */
import { boundHolds } from './bounds'
import type { Branch, BranchesOf } from './branches'
import { type Children, matches } from './children'
import { canonical, isObject, kindOf } from './json'
import type { Location } from './locations'
import { has, highest, keywordsOf, kindsOf, leastBound, lowest, mostBound, patternsOf, requiredNames } from './merge'

export class Acceptance {
  constructor(
    private readonly children: Children,
    private readonly branchesOf: BranchesOf,
  ) {}

  accepts(branch: Branch, value: unknown): boolean {
    return isOfKind(branch, value) && branch.every((location) => isListed(location, value)) && this.isWithinLimits(branch, value)
  }

  private isWithinLimits(branch: Branch, value: unknown): boolean {
    if (typeof value === 'string')
      return isCountAllowed(branch, 'Length', Array.from(value).length) && patternsOf(branch).every(({ source }) => matches(source, value))
    if (typeof value === 'number') return isNumberAllowed(branch, value)
    if (Array.isArray(value))
      return (
        isCountAllowed(branch, 'Items', value.length) &&
        value.every((item, index) => this.acceptsChild(this.children.item(branch, index), item))
      )
    if (!isObject(value)) return true
    const names = Object.keys(value)
    return (
      isCountAllowed(branch, 'Properties', names.length) &&
      [...requiredNames(branch)].every((name) => Object.hasOwn(value, name)) &&
      names.every((name) => this.acceptsChild(this.children.property(branch, name), value[name]))
    )
  }

  private acceptsChild(locations: readonly Location[], value: unknown): boolean {
    if (locations.length === 0) return true
    return this.branchesOf(locations).some((branch) => this.accepts(branch, value))
  }
}

function isOfKind(branch: Branch, value: unknown): boolean {
  const { kinds, wholeOnly } = kindsOf(branch)
  return kinds.has(kindOf(value)) && (!wholeOnly || typeof value !== 'number' || Number.isInteger(value))
}

export function listedValues(location: Location): readonly unknown[] | undefined {
  const keywords = keywordsOf(location)
  if (has(location, 'const')) return [keywords.const]
  return has(location, 'enum') ? (keywords.enum as unknown[]) : undefined
}

function isListed(location: Location, value: unknown): boolean {
  const keywords = keywordsOf(location)
  const written = canonical(value)
  if (has(location, 'const') && canonical(keywords.const) !== written) return false
  return !has(location, 'enum') || (keywords.enum as unknown[]).some((one) => canonical(one) === written)
}

function isCountAllowed(branch: Branch, of: 'Length' | 'Items' | 'Properties', count: number): boolean {
  return count >= (highest(branch, `min${of}`)?.value ?? 0) && count <= (lowest(branch, `max${of}`)?.value ?? Number.POSITIVE_INFINITY)
}

function isNumberAllowed(branch: Branch, value: number): boolean {
  const steps = branch.filter((location) => has(location, 'multipleOf')).map((location) => keywordsOf(location).multipleOf as number)
  return (
    boundHolds(value, leastBound(branch), 'least') &&
    boundHolds(value, mostBound(branch), 'most') &&
    steps.every((step) => Number.isInteger(value / step))
  )
}
