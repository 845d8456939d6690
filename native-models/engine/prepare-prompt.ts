/** From messages to the tokens of a prompt, and a cache that holds exactly the beginning of them that it keeps. */
import type { Token } from 'node-llama-cpp'
import type { CellSpan } from '../../core/contract/cache'
import type { ReuseReport } from '../../core/contract/reuse'
import type { TurnRequest } from '../../core/contract/turn'
import { cellOf, positionOf, spansOfCells, withoutGaps } from '../../core/overflow/gaps'
import { messagePlaces } from '../../core/overflow/message-places'
import type { TurnLog } from '../process/turn-log'
import { Overflow } from './overflow/overflow'
import { reconcileTokens } from './reconcile-tokens'
import { explainTurn } from './reuse/explain-turn'
import { promptContents, reconciledSpans } from './sequence-contents'
import { type TurnPlace, tokenLimit } from './turn-place'

interface PreparedPrompt {
  readonly tokens: Token[]
  readonly reusedTokens: number
  readonly reuse: ReuseReport
  /** What the prompt's tokens are made of. */
  readonly spans: () => readonly CellSpan[]
  readonly overflow: OverflowRoom
}

/** Room in the context, with what the sequence holds told anew when more of the answer needs some. */
export interface OverflowRoom extends Pick<Overflow, 'report'> {
  makeRoom(log: TurnLog): Promise<boolean>
}

/** The prompt's tokens, with the cache cut down to exactly those of them that it keeps. */
export async function preparePrompt(
  place: TurnPlace,
  request: Pick<TurnRequest, 'conversationId' | 'messages' | 'overflow'>,
): Promise<PreparedPrompt> {
  const { loaded, context, sequence } = place
  const { model } = loaded
  const traced = loaded.renderer.trace(request.messages)
  const pieceOf = (token: number) => (model.isSpecialToken(token as Token) ? null : model.detokenize([token as Token]))
  const overflow = new Overflow(sequence, place.leftOut, tokenLimit(context), request, context)
  const held = overflow.heldText
  const reconciled = reconcileTokens(held, traced.tokens, pieceOf)
  const text = reconciled.tokens
  const textSpans = () => reconciledSpans(traced, reconciled)
  // The last prompt token is always evaluated: its logits are what the answer begins with.
  const common = Math.min(reconciled.commonTokens, text.length - 1)
  const { mustRepeat } = await place.turnstile.pass(() => overflow.fit(text, common, () => messagePlaces(textSpans(), request.messages)))
  const kept = sequence.nextTokenIndex
  const keptText = Math.min(common, positionOf(overflow.gaps, kept))
  const explained = explainTurn(sequence, place.before, request.messages, held, traced, reconciled, keptText)
  const spans = () => spansOfCells(textSpans(), overflow.gaps)
  const hold = (reused: number) => place.hold(promptContents(request.conversationId, spans, cellOf(overflow.gaps, text.length), reused))
  hold(kept)
  const makeRoom = async (log: TurnLog) => {
    const hasRoom = await place.turnstile.pass(() => overflow.makeRoom(log))
    if (hasRoom) hold(0)
    return hasRoom
  }
  return {
    tokens: withoutGaps(text, overflow.gaps) as Token[],
    reusedTokens: kept,
    reuse: mustRepeat ? { ...explained, cause: 'overflow', divergence: null } : explained,
    spans,
    overflow: {
      makeRoom,
      get report() {
        return overflow.report
      },
    },
  }
}
