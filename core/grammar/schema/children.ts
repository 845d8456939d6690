/** Which schemas apply to a property or an item of a value. */
import type { Branch } from './branches'
import type { Location, Locations } from './locations'
import { has, keywordsOf, patternSources } from './merge'

export class Children {
  constructor(private readonly locations: Locations) {}

  property(branch: Branch, name: string): Location[] {
    return branch.flatMap((location) => {
      const own = has(location, 'properties') && Object.hasOwn(keywordsOf(location).properties as object, name)
      const matching = patternSources(location).filter((source) => matches(source, name))
      const found = [
        ...(own ? [this.locations.child(location, 'properties', name)] : []),
        ...matching.map((source) => this.locations.child(location, 'patternProperties', source)),
      ]
      return found.length > 0 ? found : this.additional(location)
    })
  }

  /** A property that no schema names. */
  others(branch: Branch): Location[] {
    return branch.flatMap((location) => this.additional(location))
  }

  matching(location: Location, source: string): Location {
    return this.locations.child(location, 'patternProperties', source)
  }

  item(branch: Branch, index: number): Location[] {
    return branch.flatMap((location) => {
      const first = has(location, 'prefixItems') ? (keywordsOf(location).prefixItems as unknown[]) : []
      if (index < first.length) return [this.locations.child(location, 'prefixItems', index)]
      return has(location, 'items') ? [this.locations.child(location, 'items')] : []
    })
  }

  private additional(location: Location): Location[] {
    return has(location, 'additionalProperties') ? [this.locations.child(location, 'additionalProperties')] : []
  }
}

/** An invalid pattern matches nothing here; it is refused elsewhere. */
export function matches(source: string, text: string): boolean {
  try {
    return new RegExp(source, 'u').test(text)
  } catch {
    return false
  }
}

export const longestPrefix = (branch: Branch): number =>
  Math.max(0, ...branch.map((location) => (has(location, 'prefixItems') ? (keywordsOf(location).prefixItems as unknown[]).length : 0)))
