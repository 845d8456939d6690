/**
 * In how many ways llama.cpp reads a token. It follows each way separately (`llama_grammar_reject_candidates_for_stack`,
 * src/llama-grammar.cpp, v0.4.0), so the time for one token of an answer grows with their number: `("a"?){40}` reads "aaaaaaaa" in 76,904,685.
 */
import { holds } from '../characters/code-points'
import type { Rules } from './expression'
import { type Frontier, Stacks, type Waiting } from './stacks'

/**
 * The grammars of llama.cpp's examples and of the JSON Schema test suite have at most 427. With
 * `^((a|b|ab|ba|aa|[a-z]|[a-z ]{2}|[a-z ]{3}){0,99}){1,3}$`, which has millions, one token took longer than a minute.
 */
const mostWays = 20_000
/** Most tokens are shorter. */
const tokenCharacters = 16
const mostCandidates = 3
/** After so many steps, the rest of a large grammar is not looked through. */
const mostSteps = 200_000

/** Ways that are waiting for a character, and how often each was reached. */
type Ways = ReadonlyMap<Waiting, number>

/** The name of a rule that can read a token in too many ways. undefined if none was found. */
export function ambiguousRule(rules: Rules): string | undefined {
  const stacks = new Stacks(rules)
  // A rule that others use usually comes after them.
  for (const { rule, stack } of [...stacks.choices].reverse()) {
    if (hasTooManyWays(stacks, stacks.frontier(stack))) return rule
    if (stacks.steps > mostSteps) return undefined
  }
  return undefined
}

/** Follows the characters that can be read in the most ways, until two of them in a row can be read in one way only. */
function hasTooManyWays(stacks: Stacks, { waiting }: Frontier): boolean {
  let ways: Ways = new Map(waiting.map((one) => [one, 1]))
  for (let read = 0, unique = 0; read < tokenCharacters && ways.size > 0 && unique < 2; read++) {
    const nexts = candidates(ways).map((code) => after(stacks, ways, code))
    ways = nexts.reduce((best, next) => (sum(next) > sum(best) ? next : best))
    unique = sum(ways) > 1 ? 0 : unique + 1
    if (sum(ways) > mostWays) return true
  }
  return false
}

/** Ends early with more than `mostWays`. */
function after(stacks: Stacks, ways: Ways, code: number): Ways {
  const next = new Map<Waiting, number>()
  stacks.steps += ways.size
  let total = 0
  for (const [{ set, stack }, count] of ways) {
    if (!holds(set, code)) continue
    const { waiting } = stacks.frontier(stacks.after(stack))
    for (const one of waiting) next.set(one, (next.get(one) ?? 0) + count)
    total += waiting.length * count
    if (total > mostWays) break
  }
  return next
}

/** The characters that the most ways can read, each by other ways. Where sets overlap, a range of one of them starts. */
function candidates(ways: Ways): readonly number[] {
  const readers = new Map<number, number>()
  const changes = [...ways].flatMap(([{ set }, count]) =>
    set.flatMap(([first, last]) => [
      [first, count],
      [last + 1, -count],
    ]),
  ) as [code: number, count: number][]
  let current = 0
  for (const [code, count] of changes.sort((one, other) => one[0] - other[0])) {
    current += count
    if (count > 0) readers.set(code, current)
  }
  const best = new Map<string, number>()
  for (const [code] of [...readers].sort((one, other) => other[1] - one[1])) {
    const reading = [...ways.keys()].flatMap((waiting) => (holds(waiting.set, code) ? waiting.stack.id : []))
    if (!best.has(reading.join(' '))) best.set(reading.join(' '), code)
    if (best.size === mostCandidates) break
  }
  return [...best.values()]
}

function sum(ways: Ways): number {
  let total = 0
  for (const count of ways.values()) total += count
  return total
}
