import type { Token } from 'node-llama-cpp'
import type { CellSpan } from '../../../core/contract/cache/cache'
import type { PrefixSource, ReuseReport } from '../../../core/contract/cache/reuse'
import { promptSettingsOf } from '../../../core/contract/chat/tools'
import type { SharedPrefill } from '../../../core/contract/chat/turn'
import { positionOf, spansOfCells, withoutGaps } from '../../../core/overflow/gaps'
import { Overflow } from '../overflow/overflow'
import type { OwnCopy } from '../prefixes/memory-copies'
import { type PromptText, promptText } from '../prompt/prompt-text'
import { traceRequest } from '../prompt/request-prompt'
import { explainTurn } from '../reuse/explain-turn'
import { PromptContents } from '../sequences/sequence-contents'
import type { SequenceRecord } from '../sequences/sequence-record'
import { fetchPrefix, restoredSource } from './fetch-prefix'
import { type Turn, tokenLimit } from './turn'

export class Prompt {
  readonly tokens: Token[]
  readonly reusedTokens: number
  shared: SharedPrefill | undefined
  /** Spans of each answer's tokens so far, in positions of the answer. */
  readonly answers: readonly CellSpan[][]

  constructor(
    private readonly conversationId: string,
    private readonly text: PromptText,
    readonly reuse: ReuseReport,
    readonly overflow: Overflow,
    reusedTokens: number,
    answers: number,
  ) {
    this.answers = Array.from({ length: answers }, () => [])
    this.tokens = withoutGaps(text.tokens, overflow.gaps) as Token[]
    this.reusedTokens = reusedTokens
  }

  get spans(): CellSpan[] {
    return spansOfCells(this.text.spans, this.overflow.gaps)
  }

  /** `answer` contains the spans of an answer's tokens, and grows. */
  contentsOf({ leftOut }: SequenceRecord, reusedTokens: number, answer: readonly CellSpan[]): PromptContents {
    return new PromptContents(this.conversationId, this.text, leftOut.gaps, reusedTokens, answer)
  }
}

/** A copy of the conversation is as good as its sequence, if it has none. */
function ownCopyOf({ before, request: { conversationId }, store }: Turn, source: PrefixSource | undefined): OwnCopy | undefined {
  const isOwn = source?.way === 'memory' && source.conversationId === conversationId && before.absence !== null
  return isOwn ? store?.prefixes.copies.longestOf(conversationId) : undefined
}

/** Throws `template-failed`, `overflow-refused`, `overflow-no-room`, `prompt-too-long`, before it changes the sequences. */
export async function preparePrompt(turn: Turn): Promise<Prompt> {
  const { loaded, context, contextQueue, request } = turn
  const { conversationId, messages } = request
  const settings = promptSettingsOf(request)
  const [{ sequence, record, log }, ...others] = turn.answers
  const shown = loaded.renderer.shown(messages, settings)
  const traced = turn.store?.trace() ?? traceRequest(loaded, request)
  const overflow = new Overflow(request.overflow, { sequence, record, context, limitTokens: tokenLimit(turn) })
  const own = overflow.heldText
  const source = (await fetchPrefix(turn, traced)) ?? restoredSource(turn)
  const ownCopy = ownCopyOf(turn, source)
  const before = ownCopy ? { absence: null, heldMessages: ownCopy.messages } : turn.before
  const heldTokens = overflow.heldText
  const text = promptText(loaded.model, traced, heldTokens)
  const commonTokens = Math.min(text.commonTokens, text.tokens.length - 1)
  const { mustRepeat } = await contextQueue.run(() => overflow.fit(text, commonTokens, shown))
  const reusedTokens = sequence.nextTokenIndex
  const keptTokens = Math.min(commonTokens, positionOf(overflow.gaps, reusedTokens))
  // If copied cells replaced the conversation's own cells, the report compares the prompt with the replaced cells.
  const isReplaced = (source?.way === 'copied' || source?.way === 'memory') && turn.before.absence === null
  const shownHeld = isReplaced ? own : (ownCopy?.tokens ?? heldTokens)
  const compared = { heldTokens: shownHeld, text: shownHeld === heldTokens ? text : promptText(loaded.model, traced, shownHeld) }
  const explained = explainTurn({ sequence, before, messages: shown, written: messages, ...compared, keptTokens })
  const reuse: ReuseReport = {
    ...explained,
    ...(mustRepeat ? { cause: 'overflow', divergence: null } : {}),
    ...(source ? { source: { ...source, tokens: Math.min(source.tokens, keptTokens) } } : {}),
    ...(turn.store && turn.store.evicted.length > 0 ? { evicted: [...turn.store.evicted] } : {}),
  }
  const prompt = new Prompt(conversationId, text, reuse, overflow, reusedTokens, turn.answers.length)
  record.hold(prompt.contentsOf(record, reusedTokens, prompt.answers[0] ?? []))
  record.turnId = log.turnId
  record.isPrivate = request.isPrivate ?? false
  for (const other of others) other.record.clear()
  turn.hasBegun = true
  return prompt
}
