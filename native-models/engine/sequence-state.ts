/**
 * The state of a sequence to a file and back, by llama.cpp.
 *
 * llama.cpp reads and writes on this process's only pool thread, so decoding waits meanwhile; all the rest of the work with
 * files (checking, sealing, making sure that they are on the disk) is main's. Checkpoints are not in the file: node-llama-cpp does
 * not write them. So a sliding window or a recurrent state goes on from its end, and from nowhere before it.
 */
import type { LlamaContextSequence } from 'node-llama-cpp'
import type { ContextReport } from '../../core/contract/cache'
import { coded } from '../../core/contract/coded-error'
import type { SequenceState } from '../../core/contract/sessions'
import { sampleSlot } from './sample-caches'
import type { SequenceContents } from './sequence-contents'
import type { Slot, Slots } from './slots'
import type { Turnstile } from './turnstile'

export interface SequenceHolder {
  readonly slots: Slots<LlamaContextSequence>
  readonly turnstile: Turnstile
  readonly report: ContextReport
  /** By index of the sequence. */
  readonly contents: (SequenceContents | undefined)[]
}

const never = new AbortController().signal

export function sequenceStates({ slots, report }: Pick<SequenceHolder, 'slots' | 'report'>): SequenceState[] {
  return slots.all.map((slot) => ({
    conversationId: slot.conversationId,
    tokens: slot.sequence.nextTokenIndex,
    bytes: sampleSlot(slot, undefined, report, 0).fills.reduce((sum, { usedBytes }) => sum + usedBytes, 0),
    isBusy: slot.busy,
    isNext: slot === slots.next,
  }))
}

/** Throws `session-not-held`, `session-not-saved`; then there may be a part of a file. */
export async function saveState(holder: SequenceHolder, conversationId: string, path: string): Promise<{ tokens: number; bytes: number }> {
  const slot = await holder.slots.acquireOwn(conversationId)
  if (!slot) throw coded('session-not-held', { conversationId })
  return using(holder, slot, async ({ sequence }) => {
    const tokens = sequence.nextTokenIndex
    // A turn that never began leaves the tokens of the conversation before.
    if (tokens === 0 || holder.contents[slot.index]?.conversationId !== conversationId) throw coded('session-not-held', { conversationId })
    try {
      const { fileSize } = await sequence.saveStateToFile(path)
      return { tokens, bytes: fileSize }
    } catch (error) {
      throw coded('session-not-saved', { reason: reasonOf(error) })
    }
  })
}

/** Throws `session-not-restored`; then the sequence is empty. */
export async function restoreState(holder: SequenceHolder, conversationId: string, path: string): Promise<{ tokens: number }> {
  const slot = await holder.slots.acquire(conversationId, never)
  if (!slot) throw new Error('Expected a sequence from a wait that nobody ends')
  return using(holder, slot, async ({ sequence }) => {
    holder.contents[slot.index] = undefined
    await sequence.clearHistory()
    try {
      await sequence.loadStateFromFile(path, { acceptRisk: true })
    } catch (error) {
      await sequence.clearHistory()
      throw coded('session-not-restored', { reason: reasonOf(error) })
    }
    const tokens = sequence.nextTokenIndex
    holder.contents[slot.index] = restoredContents(conversationId, tokens)
    return { tokens }
  })
}

async function using<T>(
  { slots, turnstile }: SequenceHolder,
  slot: Slot<LlamaContextSequence>,
  work: (slot: Slot<LlamaContextSequence>) => Promise<T>,
): Promise<T> {
  try {
    return await turnstile.pass(() => work(slot))
  } finally {
    slots.release(slot)
  }
}

/** Until its turn begins, a moment later, nobody knows which text its tokens were made of. */
const restoredContents = (conversationId: string, tokens: number): SequenceContents => ({
  conversationId,
  reusedTokens: tokens,
  spansUpTo: (end) => (end > 0 ? [{ from: 0, to: end, holds: 'template' }] : []),
})

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
