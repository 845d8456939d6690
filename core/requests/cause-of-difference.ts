import type { RequestCause } from '../contract/requests/request-causes'
import { clockChange } from '../reuse/clock-text'
import type { Difference } from './difference'
import { isCompacted } from './side-request'
import { firstMessageOf, newestMessageOf, type TracedRequest } from './traced-request'

export function causeOfDifference(difference: Difference, earlier: TracedRequest, request: TracedRequest): RequestCause {
  const { heldText, promptText, shared, held, prompt, heldContent, promptContent, edit } = difference
  if (held && held.from === prompt?.from && held.text === prompt.text) return 'retokenized'
  if (edit?.kind !== 'removed' && edit?.kind !== 'inserted' && isReasoningDropped(difference)) return 'reasoning-dropped'
  const isBeforeMessages = difference.position < (firstMessageOf(request)?.from ?? 0)
  const toolCause = causeOfTools(earlier, request)
  if (toolCause && (prompt?.holds === 'tools' || (isBeforeMessages && prompt?.holds === 'template'))) return toolCause
  if (edit?.kind === 'system') return 'system-changed'
  if (prompt?.holds === 'tools') return 'tools-changed'
  if (promptContent && isCompacted(promptContent.text) && !isCompacted(heldContent?.text ?? '')) return 'compacted'
  if (edit?.kind === 'followed') return 'continued'
  if (edit?.kind === 'removed') return 'message-removed'
  if (edit?.kind === 'inserted') return 'message-inserted'
  if (isWhitespace(heldText, promptText, shared)) return 'whitespace'
  if (clockChange(heldText, promptText, shared)) return prompt?.holds === 'template' ? 'template-clock' : 'clock'
  if (isBeforeMessages && prompt?.holds !== 'template') {
    if (isHeader(lineAt(heldText, shared)) && isHeader(lineAt(promptText, shared))) return 'changing-header'
    return toolCause ?? 'system-changed'
  }
  if (edit?.kind === 'rewritten') return 'message-rewritten'
  if ((prompt?.holds === 'template' && held?.holds === 'template') || edit?.kind === 'same') return 'template'
  const { message } = promptContent ?? {}
  if (edit?.kind !== 'replaced' && message !== undefined && message === firstMessageOf(request)?.message) return 'new-conversation'
  const newest = newestMessageOf(request)
  return newest?.message === message && newest?.holds === 'user' ? 'edited-message' : 'message-rewritten'
}

const isReasoningDropped = ({ heldContent, promptContent }: Difference): boolean =>
  heldContent?.holds === 'reasoning' && promptContent?.holds !== 'reasoning' && promptContent?.holds !== 'user'

function causeOfTools(earlier: TracedRequest, request: TracedRequest): 'tools-reordered' | 'tools-changed' | null {
  const [before, now] = [earlier.tools, request.tools]
  if (before.join('\n') === now.join('\n')) return null
  return [...before].sort().join('\n') === [...now].sort().join('\n') ? 'tools-reordered' : 'tools-changed'
}

const lineAt = (text: string, at: number): string => {
  const end = text.indexOf('\n', at)
  return text.slice(text.lastIndexOf('\n', at - 1) + 1, end < 0 ? undefined : end)
}

/** Such as `x-anthropic-billing-header: cc_version=2.1.37.0d9; cc_entrypoint=cli; cch=fa690;`. */
const isHeader = (line: string): boolean =>
  /^\s*[a-z][\w]*(?:-[\w]+)+\s*:|\b(?:request|session|trace|correlation)[ _-]?id\b\s*[:=]/i.test(line)

/** At least one text has a space where they differ, and apart from the spaces they continue the same way. */
function isWhitespace(held: string, prompt: string, shared: number): boolean {
  const [one, other] = [held.slice(shared), prompt.slice(shared)]
  if (!/^\s/.test(one) && !/^\s/.test(other)) return false
  const [bare, otherBare] = [withoutSpaces(one), withoutSpaces(other)]
  const compared = Math.min(alikeCharacters, bare.length, otherBare.length)
  return compared > 0 && bare.slice(0, compared) === otherBare.slice(0, compared)
}

const alikeCharacters = 16
const withoutSpaces = (text: string): string => text.slice(0, 4 * alikeCharacters).replace(/\s+/g, '')
