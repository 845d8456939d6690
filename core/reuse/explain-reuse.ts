/**
 *   held    system · question · answer · question · answer
 *   prompt  system · question · answer · other question
 *           └──────── common ─────────┘ └ differs here
 */
import type { CellSpan } from '../contract/cache/cache'
import type { Divergence, ReuseCause, ReuseReport } from '../contract/cache/reuse'
import type { PromptMessage } from '../contract/chat/turn'
import { messageRanges } from '../overflow/message-ranges'
import { changedStretch } from './changed-stretch'
import { clockChange, sharedLength } from './clock-text'

/** Why the sequence has no cells of this conversation. */
export type Absence = Extract<
  ReuseCause,
  'first-turn' | 'other-conversation' | 'settings-changed' | 'model-changed' | 'context-recreated' | 'engine-started'
>

export interface ReuseQuestion {
  readonly absence: Absence | null
  readonly heldTokens: readonly number[]
  /** Includes the last answer. */
  readonly heldMessages: readonly PromptMessage[] | null
  /** Whether the prompt has other tools than the cache. Absent if unknown. */
  readonly toolsChanged?: boolean
  readonly promptTokens: readonly number[]
  /** With the texts that the prompt has. */
  readonly messages: readonly PromptMessage[]
  /** With the texts that the model wrote. `messages` if absent. */
  readonly written?: readonly PromptMessage[]
  /** Spans of the prompt. */
  readonly spans: () => readonly CellSpan[]
  readonly commonTokens: number
  readonly keptTokens: number
  /** null if the memory can go back to any token. */
  readonly forgetful: ReuseReport['heldBack']
  readonly textOf: (tokens: readonly number[]) => string
}

export function explainReuse(question: ReuseQuestion): ReuseReport {
  const { heldTokens, promptTokens, commonTokens, keptTokens, absence } = question
  // The last prompt token is always evaluated.
  const couldKeep = Math.min(commonTokens, promptTokens.length - 1)
  const heldBack = keptTokens < couldKeep ? question.forgetful : null
  const facts = { heldBack, heldTokens: heldTokens.length, commonTokens, repeatedMs: null }
  if (absence !== null)
    return { ...facts, cause: absence, repeatedTokens: absence === 'first-turn' ? 0 : processedBefore(question), divergence: null }
  if (commonTokens >= heldTokens.length) return { ...facts, cause: 'continued', repeatedTokens: 0, divergence: null }
  if (commonTokens >= promptTokens.length - 1)
    return { ...facts, cause: 'same-prompt', repeatedTokens: couldKeep - keptTokens, divergence: null }
  const found = divergenceOf(question)
  const { cause, isNewText } = causeOf(question, found)
  if (cause === 'continued') return { ...facts, cause, repeatedTokens: 0, divergence: null }
  return { ...facts, cause, repeatedTokens: repeatedTokens(question, isNewText), divergence: found }
}

export function withCost(report: ReuseReport, tokensPerSecond: number | null): ReuseReport {
  const { source } = report
  const msOf = (tokens: number) => (tokensPerSecond === null || tokensPerSecond <= 0 ? null : (tokens * 1000) / tokensPerSecond)
  const processMs = source && source.savedMs === null ? msOf(source.tokens) : null
  return {
    ...report,
    repeatedMs: msOf(report.repeatedTokens),
    ...(source && processMs !== null ? { source: { ...source, savedMs: processMs - source.ms } } : {}),
  }
}

const processedBefore = (question: ReuseQuestion): number => Math.max(0, startOfNewest(question) - question.keptTokens)

/** Returns the newest message's position, or the last token's if the prompt continues an answer. */
function startOfNewest({ messages, promptTokens, spans }: ReuseQuestion): number {
  const most = promptTokens.length - 1
  if (messages.at(-1)?.role === 'assistant') return most
  return Math.min(most, messageRanges(spans(), messages).at(-1)?.from ?? most)
}

function repeatedTokens(question: ReuseQuestion, isNewText: boolean): number {
  const { heldTokens, promptTokens, commonTokens, keptTokens } = question
  const processed = processedBefore(question)
  // After another edit or a change of branch, every token before the newest message was processed once already.
  if (!isNewText) return processed
  const changed = changedStretch(heldTokens, promptTokens, commonTokens) ?? restOfSpan(question)
  return Math.max(0, processed - changed, Math.min(commonTokens, promptTokens.length - 1) - keptTokens)
}

function restOfSpan({ spans, commonTokens }: ReuseQuestion): number {
  const span = spans().find(({ to }) => to > commonTokens)
  return span ? span.to - commonTokens : 0
}

interface FoundCause {
  readonly cause: ReuseCause
  /** Whether the text that differs was never processed before, although it is in front of the newest message. */
  readonly isNewText: boolean
}

const newText = (cause: ReuseCause): FoundCause => ({ cause, isNewText: true })
const knownText = (cause: ReuseCause): FoundCause => ({ cause, isNewText: false })

function causeOf(question: ReuseQuestion, { position, part, message }: Divergence): FoundCause {
  const { heldMessages, messages, toolsChanged } = question
  if (part === 'tools' || (toolsChanged && message === null)) return newText('tools-changed')
  if (heldMessages === null) {
    if (part === 'template') return newText('template')
    if (part === 'system') return newText('system-prompt-changed')
    return editOf(question, indexOfMessage(messages, message))
  }
  const at = firstDifferent(heldMessages, messages)
  const alikeTo = endOfMessage(question.spans(), messages, (at ?? heldMessages.length) - 1)
  // The cache may still hold a stop string after the last message.
  if (at === null) return alikeTo !== null && position >= alikeTo ? knownText('continued') : newText('template')
  if (alikeTo !== null && position < alikeTo) return newText('template')
  if (isShortened(question, heldMessages, at)) return knownText('reasoning-dropped')
  if (messages[at]?.role === 'system' || heldMessages[at]?.role === 'system') return newText('system-prompt-changed')
  return editOf(question, at)
}

/** `at`: index of the message that differs. */
function editOf(question: ReuseQuestion, at: number): FoundCause {
  const { messages } = question
  if (isEditedAnswer(question, at)) return newText('edited-message')
  const isEditedPrompt = at === messages.length - 1 && messages[at]?.role === 'user'
  return knownText(isEditedPrompt ? 'edited-message' : 'other-branch')
}

/** The cache has an answer as the model wrote it, and the prompt has it without its reasoning. */
const isShortened = ({ messages, written }: ReuseQuestion, held: readonly PromptMessage[], at: number): boolean =>
  messages[at]?.role === 'assistant' && written?.[at]?.text === held[at]?.text && messages[at]?.text !== held[at]?.text

/** If other answers follow, the conversation already continued after the edit. */
const isEditedAnswer = ({ messages, written = messages }: ReuseQuestion, at: number): boolean =>
  written[at]?.edited === true && !messages.slice(at + 1).some(({ role }) => role === 'assistant')

/** `message` counts from 1, without system messages. Returns -1 if there is no such message. */
const indexOfMessage = (messages: readonly PromptMessage[], message: number | null): number =>
  message === null ? -1 : (messages.flatMap(({ role }, index) => (role === 'system' ? [] : [index]))[message - 1] ?? -1)

/** Returns null if the shorter list is a prefix of the longer. */
function firstDifferent(held: readonly PromptMessage[], messages: readonly PromptMessage[]): number | null {
  const at = messages.findIndex(({ role, text }, index) => held[index]?.role !== role || held[index]?.text !== text)
  return at < 0 || at >= held.length ? null : at
}

/** Returns 0 for index -1, or null if the spans do not show the end. */
function endOfMessage(spans: readonly CellSpan[], messages: readonly PromptMessage[], index: number): number | null {
  if (index < 0) return 0
  return messageRanges(spans, messages).find((range) => range.index === index)?.to ?? null
}

const excerptTokens = 24
const excerptCharacters = 80

function divergenceOf({ heldTokens, promptTokens, commonTokens, spans, textOf }: ReuseQuestion): Divergence {
  const around = (tokens: readonly number[]) =>
    textOf(tokens.slice(Math.max(0, commonTokens - excerptTokens), commonTokens + excerptTokens))
  const [heldText, promptText] = [around(heldTokens), around(promptTokens)]
  const shared = sharedLength(heldText, promptText)
  return {
    position: commonTokens,
    ...partAt(spans(), commonTokens),
    before: promptText.slice(Math.max(0, shared - excerptCharacters), shared),
    held: heldText.slice(shared, shared + excerptCharacters),
    prompt: promptText.slice(shared, shared + excerptCharacters),
    clock: clockChange(heldText, promptText, shared),
  }
}

function partAt(spans: readonly CellSpan[], position: number): Pick<Divergence, 'part' | 'message'> {
  const span = spans.find(({ to }) => to > position)
  return { part: span?.holds ?? 'template', message: span?.message ?? null }
}
