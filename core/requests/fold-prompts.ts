/** Two prompts side by side. Rows of equal parts are folded. */
import type { PromptPart } from '../contract/requests/requests'

export type FoldedRow =
  | { readonly kind: 'equal'; readonly parts: readonly PromptPart[]; readonly tokens: number }
  | { readonly kind: 'different'; readonly held: PromptPart | null; readonly prompt: PromptPart | null }

export function foldPrompts(held: readonly PromptPart[], prompt: readonly PromptPart[]): FoldedRow[] {
  const rows: FoldedRow[] = []
  let equal: PromptPart[] = []
  const fold = () => {
    if (equal.length > 0) rows.push({ kind: 'equal', parts: equal, tokens: equal.reduce((sum, { tokens }) => sum + tokens, 0) })
    equal = []
  }
  let [at, other] = [0, 0]
  while (at < held.length || other < prompt.length) {
    const [left, right] = [held[at], prompt[other]]
    if (left && right && isEqual(left, right)) {
      equal.push(right)
      at++
      other++
      continue
    }
    fold()
    const leftAgain = right ? indexFrom(held, at, right) : -1
    const rightAgain = left ? indexFrom(prompt, other, left) : -1
    if (left && rightAgain >= 0 && (leftAgain < 0 || rightAgain - other <= leftAgain - at)) {
      rows.push({ kind: 'different', held: null, prompt: right ?? null })
      other++
    } else if (right && leftAgain >= 0) {
      rows.push({ kind: 'different', held: left ?? null, prompt: null })
      at++
    } else {
      rows.push({ kind: 'different', held: left ?? null, prompt: right ?? null })
      at++
      other++
    }
  }
  fold()
  return rows
}

const isEqual = (one: PromptPart, other: PromptPart): boolean => one.holds === other.holds && one.text === other.text

/** The template's markup is the same in every message, so it does not show that two messages match. */
const indexFrom = (parts: readonly PromptPart[], from: number, part: PromptPart): number =>
  part.holds === 'template' ? -1 : parts.findIndex((other, at) => at >= from && isEqual(other, part))
