/** Changes that keep the beginning of a prompt the same, although the client changes it. They are off until the user turns them on. */
import type { PromptMessage } from '../../contract/chat/turn'
import type { Remedy } from '../../contract/requests/requests'
import type { ServedPrompt } from '../served-request'

export interface Remedies {
  readonly removeHeader: boolean
  readonly sortTools: boolean
}

export const noRemedies: Remedies = { removeHeader: false, sortTools: false }

/** Claude Code's, at the start of a system message: `x-anthropic-billing-header: cc_version=2.1.37.0d9; cc_entrypoint=cli; cch=fa690;`. */
const billingHeader = /^\s*x-anthropic-billing-header:[^\n]*(?:\n+|$)/

export const hasBillingHeader = (text: string): boolean => /^\s*x-anthropic-billing-header:/m.test(text)

/** `applied` has only what changed this prompt. */
export function applyRemedies(
  prompt: ServedPrompt,
  wanted: Remedies,
): { readonly prompt: ServedPrompt; readonly applied: readonly Remedy[] } {
  if (prompt.kind !== 'chat') return { prompt, applied: [] }
  const messages = wanted.removeHeader ? prompt.messages.flatMap(withoutHeader) : prompt.messages
  const tools = wanted.sortTools ? prompt.tools.toSorted((a, b) => (a.name < b.name ? -1 : 1)) : prompt.tools
  const isShorter = messages.some((message, at) => message !== prompt.messages[at]) || messages.length < prompt.messages.length
  const isSorted = tools.some((tool, at) => tool !== prompt.tools[at])
  return {
    prompt: isShorter || isSorted ? { ...prompt, messages, tools } : prompt,
    applied: [...(isShorter ? (['header-removed'] as const) : []), ...(isSorted ? (['tools-sorted'] as const) : [])],
  }
}

/** A message with parts stays, because their offsets count the text. */
function withoutHeader(message: PromptMessage): PromptMessage[] {
  if (message.role !== 'system' || message.parts || !billingHeader.test(message.text)) return [message]
  const text = message.text.replace(billingHeader, '')
  return text === '' ? [] : [{ ...message, text }]
}
