import type { CodePoints } from '../characters/code-points'
import type { Expression } from './expression'
import { type Frontier, Stacks, type Waiting } from './stacks'

/** A state of a deterministic automaton: each character leads to at most one next state. */
export interface State {
  readonly canEnd: boolean
  readonly next: Map<State, CodePoints>
}

const mostStates = 500
const mostSteps = 1_000_000

/** The texts of an expression without rules, each of which can be read in one way. undefined if that takes too many states. */
export function determine(expression: Expression): State | undefined {
  const stacks = new Stacks(new Map([['start', expression]]))
  const states = new Map<string, State>()
  const open: { readonly state: State; readonly waiting: readonly Waiting[] }[] = []
  const stateOf = ({ waiting, canEnd }: Frontier): State => {
    const different = [...new Set(waiting)].sort((one, other) => one.stack.id - other.stack.id)
    const key = `${canEnd} ${different.map(({ stack }) => stack.id).join(' ')}`
    const known = states.get(key)
    if (known) return known
    const state = { canEnd, next: new Map<State, CodePoints>() }
    states.set(key, state)
    open.push({ state, waiting: different })
    return state
  }
  const start = stateOf(stacks.begin('start'))
  for (let next = open.pop(); next; next = open.pop()) {
    for (const { range, waiting } of parts(next.waiting)) {
      const frontiers: Frontier[] = []
      for (const { stack } of waiting) {
        const frontier = stacks.frontier(stacks.after(stack))
        frontiers.push(frontier)
        stacks.steps += frontier.waiting.length
        if (stacks.steps > mostSteps) return undefined
      }
      const to = stateOf({
        waiting: frontiers.flatMap((frontier) => frontier.waiting),
        canEnd: frontiers.some(({ canEnd }) => canEnd),
      })
      next.state.next.set(to, [...(next.state.next.get(to) ?? []), range])
    }
    if (states.size > mostStates) return undefined
  }
  return start
}

/** The ranges of characters that the same stacks wait for, in order. */
function parts(waiting: readonly Waiting[]): { readonly range: readonly [number, number]; readonly waiting: readonly Waiting[] }[] {
  const bounds = [...new Set(waiting.flatMap(({ set }) => set.flatMap(([first, last]) => [first, last + 1])))].sort(
    (one, other) => one - other,
  )
  return bounds.slice(0, -1).flatMap((first, at) => {
    const last = (bounds[at + 1] as number) - 1
    const those = waiting.filter(({ set }) => set.some(([from, to]) => from <= first && last <= to))
    return those.length > 0 ? [{ range: [first, last] as const, waiting: those }] : []
  })
}
