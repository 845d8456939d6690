/** Whether two branches are sure to have no value in common. */
import { type Acceptance, listedValues } from './accepts'
import { areApart } from './bounds'
import type { Branch, BranchesOf } from './branches'
import type { Children } from './children'
import { canonical, type Kind } from './json'
import type { Location } from './locations'
import { highest, kindsOf, leastBound, lowest, mostBound, requiredNames } from './merge'

const deepestDiscriminator = 3

export class Disjointness {
  /** Resolving the schemas of a property can ask for disjointness again. */
  private depth = 0

  constructor(
    private readonly acceptance: Acceptance,
    private readonly children: Children,
    private readonly branchesOf: BranchesOf,
  ) {}

  areDisjoint(a: Branch, b: Branch): boolean {
    if (this.depth > deepestDiscriminator) return false
    this.depth++
    try {
      return this.decide(a, b)
    } finally {
      this.depth--
    }
  }

  private decide(a: Branch, b: Branch): boolean {
    const [first, second] = [this.values(a), this.values(b)]
    if (first && second) {
      const known = new Set(second.map(canonical))
      return !first.some((value) => known.has(canonical(value)))
    }
    if (first) return !first.some((value) => this.acceptance.accepts(b, value))
    if (second) return !second.some((value) => this.acceptance.accepts(a, value))
    const { kinds } = kindsOf(a)
    const shared = [...kinds].filter((kind) => kindsOf(b).kinds.has(kind))
    return shared.every((kind) => this.areDisjointAs(kind, a, b))
  }

  /** The valid ones of `enum` or `const`. */
  values(branch: Branch): unknown[] | undefined {
    const lists = branch.map(listedValues).filter((list) => list !== undefined)
    if (lists.length === 0) return undefined
    const different = [...new Map(lists.flat().map((value) => [canonical(value), value])).values()]
    return different.filter((value) => this.acceptance.accepts(branch, value))
  }

  private areDisjointAs(kind: Kind, a: Branch, b: Branch): boolean {
    switch (kind) {
      case 'number':
        return areApart(mostBound(a), leastBound(b)) || areApart(mostBound(b), leastBound(a))
      case 'string':
        return countsApart('Length', a, b) || countsApart('Length', b, a)
      case 'array':
        return countsApart('Items', a, b) || countsApart('Items', b, a)
      case 'object':
        return countsApart('Properties', a, b) || countsApart('Properties', b, a) || this.differInProperty(a, b)
      default:
        return false
    }
  }

  private differInProperty(a: Branch, b: Branch): boolean {
    const needed = new Set([...requiredNames(a), ...requiredNames(b)])
    return [...needed].some((name) => this.childrenDisjoint(this.children.property(a, name), this.children.property(b, name)))
  }

  private childrenDisjoint(a: readonly Location[], b: readonly Location[]): boolean {
    const [first, second] = [this.branchesOf(a), this.branchesOf(b)]
    return first.every((one) => second.every((two) => this.areDisjoint(one, two)))
  }
}

function countsApart(of: string, a: Branch, b: Branch): boolean {
  const [most, least] = [lowest(a, `max${of}`), highest(b, `min${of}`)]
  return most !== null && least !== null && most.value < least.value
}
