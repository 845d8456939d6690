/** Counts each text separately, so the sum can be off by a token or two per boundary. */
import type { PromptMessage, SavedHolding } from '../contract/chat/turn'
import { sharedLength } from './clock-text'

export interface PromptPreview {
  readonly promptTokens: number
  readonly commonTokens: number
}

export interface PreviewQuestion {
  readonly messages: readonly PromptMessage[]
  readonly heldMessages: readonly PromptMessage[]
  readonly templateTokens: readonly number[]
  readonly countTokens: (text: string) => Promise<number>
}

export async function previewReuse({ messages, heldMessages, templateTokens, countTokens }: PreviewQuestion): Promise<PromptPreview> {
  let promptTokens = 0
  let commonTokens = 0
  let isCommon = true
  for (const [index, { role, text }] of messages.entries()) {
    const template = templateTokens[index] ?? 0
    const tokens = await countTokens(text)
    const held = heldMessages[index]
    if (isCommon && held?.role === role) {
      isCommon = held.text === text
      commonTokens = promptTokens + template + (isCommon ? tokens : await countTokens(text.slice(0, sharedLength(held.text, text))))
    } else isCommon = false
    promptTokens += template + tokens
  }
  return { promptTokens: promptTokens + (templateTokens[messages.length] ?? 0), commonTokens }
}

/** `canCut` is false if the sequence can be shortened only to a checkpoint. */
export function keptOnDisk(
  { tokens, checkpoints }: Pick<SavedHolding, 'tokens' | 'checkpoints'>,
  commonTokens: number,
  canCut: boolean,
): number {
  if (commonTokens >= tokens) return tokens
  return canCut ? commonTokens : (checkpoints.findLast((at) => at <= commonTokens) ?? 0)
}

export interface PrefillMeasure {
  readonly processedTokens: number
  readonly prefillTokensPerSecond: number | null
}

/** Uses the longest recent prefill, because short ones are slow. */
export function expectedRate(turns: readonly PrefillMeasure[]): number | null {
  let longest: PrefillMeasure | undefined
  for (const turn of turns.slice(-recentTurns))
    if (turn.prefillTokensPerSecond !== null && turn.processedTokens >= (longest?.processedTokens ?? 0)) longest = turn
  return longest?.prefillTokensPerSecond ?? null
}
const recentTurns = 8
