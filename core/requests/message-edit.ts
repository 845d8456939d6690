/**
 * What the client did to the messages of a conversation. The text at the difference often does not show it: if the client leaves out a
 * message, the prompts differ in the marker of a role, which the chat template wrote. The next equal messages show it:
 *
 *   earlier   system · question · answer · next question · …    1 message before the next equal one
 *   request   system · question · next question · …             0 messages, so the client left out the answer
 */
import type { CellContent } from '../contract/cache/cell-contents'
import { runTokens } from './alike-tokens'
import { segmentsOf, type TracedRequest, type TracedSegment } from './traced-request'

export interface MessageEdit {
  /**
   * `followed`: the earlier request ended here. `same`: both have this message, so the template wrote it differently. `replaced`: another
   * text in the same role, and then the same messages as before.
   */
  readonly kind: 'removed' | 'inserted' | 'rewritten' | 'replaced' | 'system' | 'same' | 'followed'
  /** null for a system message. */
  readonly message: number | null
}

/** Returns null if the messages do not show it. */
export function messageEdit(earlier: TracedRequest, request: TracedRequest, position: number): MessageEdit | null {
  const [held, prompt] = [messagesFrom(segmentsOf(earlier), position), messagesFrom(request.segments, position)]
  const [left, right] = [held[0], prompt[0]]
  if (!right) return null
  const edit = (kind: MessageEdit['kind'], { number }: Message = right): MessageEdit => ({ kind, message: number ?? null })
  if (!left) return right.role === 'assistant' ? null : edit('followed')

  const hasSameRole = left.role === right.role
  if (!hasSameRole && (isSystemPrompt(left, segmentsOf(earlier)) || isSystemPrompt(right, request.segments))) {
    const system = left.role === 'system' ? left : right
    const isMoved = (left === system ? prompt : held).some((other) => isEqual(system, other))
    return { kind: isMoved ? 'same' : 'system', message: null }
  }

  // Fewer equal tokens after the same role could be a coincidence.
  const again = nextEqual(held, prompt, hasSameRole ? runTokens : 1)
  const [isHeldBegun, isPromptBegun] = [left.from < position, right.from < position]
  if (isHeldBegun && !isPromptBegun) return edit('rewritten', left)
  if (isPromptBegun && !isHeldBegun) return again || right.role !== 'user' ? edit('rewritten') : null

  if (isEqual(left, right)) return left.role === 'assistant' ? null : edit('same')
  if (hasSameRole) return again && editOf(again, left, right)
  if (left.text === right.text) return edit('rewritten')
  // The answer follows its marker, so the prompt has the marker too.
  if (position >= earlier.tokens.length) return edit('rewritten')
  // The result of a tool follows a call. If the prompt has no text of the call, the client or the template wrote it differently.
  if (left.role === 'assistant' && right.role === 'tool' && (again?.[0] ?? 1) === 1) return edit('rewritten', left)
  return again ? editOf(again, left, right) : edit('removed', left)
}

function editOf([removed, inserted]: Counts, left: Message, right: Message): MessageEdit {
  if (inserted === 0) return { kind: 'removed', message: left.number ?? null }
  const message = right.number ?? null
  if (removed === 0) return { kind: 'inserted', message }
  const isMerged = right.text.includes(left.text)
  if (removed > inserted && !isMerged) return { kind: 'removed', message: left.number ?? null }
  return { kind: removed === inserted && left.role === right.role ? 'replaced' : 'rewritten', message }
}

type Role = 'system' | 'user' | 'assistant' | 'tool'

interface Message {
  readonly role: Role
  readonly number: number | undefined
  readonly from: number
  readonly to: number
  /** Without reasoning, which clients and templates leave out. */
  readonly text: string
}

const roleOf: Readonly<Record<CellContent, Role | null>> = {
  system: 'system',
  user: 'user',
  assistant: 'assistant',
  reasoning: 'assistant',
  'tool-call': 'assistant',
  'tool-result': 'tool',
  tools: null,
  template: null,
}

/** The messages that end after the position. */
function messagesFrom(segments: readonly TracedSegment[], position: number): Message[] {
  const messages: Message[] = []
  for (const { holds, message: number, from, to, text } of segments) {
    const role = roleOf[holds]
    if (role === null) continue
    const said = holds === 'reasoning' ? '' : text.trim()
    const last = messages.at(-1)
    if (last && number !== undefined && last.number === number && last.role === role)
      messages[messages.length - 1] = { ...last, to, text: last.text + said }
    else messages.push({ role, number, from, to, text: said })
  }
  return messages.filter(({ to }) => to > position)
}

/** Some templates write the system prompt in front of the newest message. */
function isSystemPrompt({ role, from }: Message, segments: readonly TracedSegment[]): boolean {
  const before = segments.filter((segment) => segment.from < from && roleOf[segment.holds] !== null)
  return role === 'system' && (before.every(({ holds }) => holds === 'system') || before.every(({ holds }) => holds !== 'system'))
}

const isEqual = (left: Message, right: Message): boolean => left.role === right.role && left.text === right.text

/** How many messages are before the next equal ones: in the earlier request, and in the prompt. */
type Counts = readonly [number, number]

function nextEqual(held: readonly Message[], prompt: readonly Message[], leastTokens: number): Counts | null {
  const most = Math.max(held.length, prompt.length)
  for (let far = 1; far < most; far++)
    for (let near = 0; near <= far; near++) {
      if (equalTokens(held, prompt, far, near) >= leastTokens) return [far, near]
      if (equalTokens(held, prompt, near, far) >= leastTokens) return [near, far]
    }
  return null
}

/** From these messages on, until the first difference. */
function equalTokens(held: readonly Message[], prompt: readonly Message[], heldAt: number, promptAt: number): number {
  let tokens = 0
  for (let at = 0; ; at++) {
    const [left, right] = [held[heldAt + at], prompt[promptAt + at]]
    if (!left || !right || !isEqual(left, right)) return tokens
    tokens += right.to - right.from
  }
}
