import type { Token } from 'node-llama-cpp'
import type { CellSpan } from '../../../core/contract/cache/cache'
import type { ReuseReport } from '../../../core/contract/cache/reuse'
import type { SharedPrefill } from '../../../core/contract/chat/turn'
import { positionOf, spansOfCells, withoutGaps } from '../../../core/overflow/gaps'
import { Overflow } from '../overflow/overflow'
import { type PromptText, promptText } from '../prompt/prompt-text'
import { explainTurn } from '../reuse/explain-turn'
import { PromptContents } from '../sequences/sequence-contents'
import type { SequenceRecord } from '../sequences/sequence-record'
import { type Turn, tokenLimit } from './turn'

export class Prompt {
  readonly tokens: Token[]
  readonly reusedTokens: number
  shared: SharedPrefill | undefined

  constructor(
    private readonly conversationId: string,
    private readonly text: PromptText,
    readonly reuse: ReuseReport,
    readonly overflow: Overflow,
    reusedTokens: number,
  ) {
    this.tokens = withoutGaps(text.tokens, overflow.gaps) as Token[]
    this.reusedTokens = reusedTokens
  }

  get spans(): CellSpan[] {
    return spansOfCells(this.text.spans, this.overflow.gaps)
  }

  contentsOf({ leftOut }: SequenceRecord, reusedTokens: number): PromptContents {
    return new PromptContents(this.conversationId, this.text, leftOut.gaps, reusedTokens)
  }
}

/** Throws `template-failed`, `overflow-refused`, `overflow-no-room`, `prompt-too-long`, before it changes the sequences. */
export async function preparePrompt(turn: Turn): Promise<Prompt> {
  const { loaded, context, contextQueue, request, before } = turn
  const { conversationId, messages } = request
  const [{ sequence, record, log }, ...others] = turn.answers
  const traced = loaded.renderer.trace(messages)
  const overflow = new Overflow(request.overflow, { sequence, record, context, limitTokens: tokenLimit(context) })
  const heldTokens = overflow.heldText
  const text = promptText(loaded.model, traced, heldTokens)
  const commonTokens = Math.min(text.commonTokens, text.tokens.length - 1)
  const { mustRepeat } = await contextQueue.run(() => overflow.fit(text, commonTokens, messages))
  const reusedTokens = sequence.nextTokenIndex
  const keptTokens = Math.min(commonTokens, positionOf(overflow.gaps, reusedTokens))
  const explained = explainTurn({ sequence, before, messages, heldTokens, text, keptTokens })
  const reuse: ReuseReport = mustRepeat ? { ...explained, cause: 'overflow', divergence: null } : explained
  const prompt = new Prompt(conversationId, text, reuse, overflow, reusedTokens)
  record.hold(prompt.contentsOf(record, reusedTokens))
  record.turnId = log.turnId
  for (const other of others) other.record.clear()
  turn.hasBegun = true
  return prompt
}
