/** Turns messages into the tokens a sequence has to process: renders them, makes room, and cuts the cache to what can be reused. */
import type { LlamaContextSequence, Token } from 'node-llama-cpp'
import type { CellSpan } from '../../../core/contract/cache/cache'
import type { ReuseReport } from '../../../core/contract/cache/reuse'
import type { TurnRequest } from '../../../core/contract/chat/turn'
import { cellOf, gapsOfCells, positionOf, spansOfCells, withoutGaps } from '../../../core/overflow/gaps'
import { messagePlaces } from '../../../core/overflow/message-places'
import type { TurnLog } from '../../process/turn-log'
import { Overflow } from '../overflow/overflow'
import { reconcileTokens } from '../prompt/reconcile-tokens'
import { explainTurn } from '../reuse/explain-turn'
import { promptContents, reconciledSpans, type SequenceContents } from '../sequences/sequence-contents'
import type { SequenceRecord } from '../sequences/sequence-record'
import { type TurnPlace, tokenLimit } from './turn-place'

export interface PreparedPrompt {
  readonly tokens: Token[]
  readonly reusedTokens: number
  readonly reuse: ReuseReport
  readonly spans: () => readonly CellSpan[]
  readonly overflow: OverflowRoom
}

export interface OverflowRoom extends Pick<Overflow, 'report'> {
  makeRoom(log: TurnLog): Promise<boolean>
  /** The same for a sequence with a copy of this one. `record`: of the copy. */
  fork(sequence: LlamaContextSequence, record: SequenceRecord): OverflowRoom
}

export async function preparePrompt(
  place: TurnPlace,
  request: Pick<TurnRequest, 'conversationId' | 'messages' | 'overflow'>,
): Promise<PreparedPrompt> {
  const { loaded, context, sequence } = place
  const { model } = loaded
  const traced = loaded.renderer.trace(request.messages)
  const pieceOf = (token: number) => (model.isSpecialToken(token as Token) ? null : model.detokenize([token as Token]))
  const overflow = new Overflow(sequence, place.record, tokenLimit(context), request, context)
  const held = overflow.heldText
  const reconciled = reconcileTokens(held, traced.tokens, pieceOf)
  const text = reconciled.tokens
  const textSpans = () => reconciledSpans(traced, reconciled)
  // The last prompt token is always evaluated: its logits give the answer's first token.
  const common = Math.min(reconciled.commonTokens, text.length - 1)
  const { mustRepeat } = await place.contextQueue.run(() => overflow.fit(text, common, () => messagePlaces(textSpans(), request.messages)))
  const kept = sequence.nextTokenIndex
  const keptText = Math.min(common, positionOf(overflow.gaps, kept))
  const explained = explainTurn(sequence, place.before, request.messages, held, traced, reconciled, keptText)
  const spans = () => spansOfCells(textSpans(), overflow.gaps)
  const contentsOf = (room: Overflow, reused: number) =>
    promptContents(
      request.conversationId,
      () => spansOfCells(textSpans(), room.gaps),
      cellOf(room.gaps, text.length),
      reused,
      () => gapsOfCells(textSpans(), room.gaps),
    )
  const roomOf = (room: Overflow, hold: (contents: SequenceContents) => void): OverflowRoom => ({
    async makeRoom(log) {
      const hasRoom = await place.contextQueue.run(() => room.makeRoom(log))
      if (hasRoom) hold(contentsOf(room, 0))
      return hasRoom
    },
    fork(copy, record) {
      const fork = room.fork(copy, record)
      record.contents = contentsOf(fork, kept)
      return roomOf(fork, (contents) => record.hold(contents))
    },
    get report() {
      return room.report
    },
  })
  place.hold(contentsOf(overflow, kept))
  return {
    tokens: withoutGaps(text, overflow.gaps) as Token[],
    reusedTokens: kept,
    reuse: mustRepeat ? { ...explained, cause: 'overflow', divergence: null } : explained,
    spans,
    overflow: roomOf(overflow, place.hold),
  }
}
