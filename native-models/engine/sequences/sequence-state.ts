/** llama.cpp reads and writes states on the only pool thread, so decoding waits. */

import type { LlamaContextSequence } from 'node-llama-cpp'
import type { Checkpoint, ContextReport } from '../../../core/contract/cache/cache'
import type { RestoreRequest, SequenceState } from '../../../core/contract/cache/sessions'
import { coded } from '../../../core/contract/errors/coded-error'
import type { SerialQueue } from '../../../core/streams/serial-queue'
import { messageOf } from '../../../core/text/message-of'
import { restoreWithCheckpoints, saveCheckpoints } from './checkpoint-states'
import { checkpointsOf } from './checkpoints'
import { sampleSlot } from './sample-caches'
import type { SequenceContents } from './sequence-contents'
import type { SequenceRecord } from './sequence-record'
import type { Slot, Slots } from './slots'
import { mostStateBytes } from './state-size'

export interface SequenceHolder {
  readonly slots: Slots<LlamaContextSequence>
  readonly contextQueue: SerialQueue
  readonly report: ContextReport
  readonly records: readonly SequenceRecord[]
  /** Called before the sequence is emptied for another conversation. */
  displace(slot: Slot<LlamaContextSequence>, conversationId: string): Promise<void>
}

const never = new AbortController().signal

export function sequenceStates({ slots, report }: Pick<SequenceHolder, 'slots' | 'report'>): SequenceState[] {
  const { idle } = slots
  return slots.all.map((slot) => {
    const sample = sampleSlot(slot, [], report, 0)
    const { fills, checkpointBytes } = sample
    return {
      conversationId: slot.conversationId,
      tokens: slot.sequence.nextTokenIndex,
      bytes: fills.reduce((sum, { usedBytes }) => sum + usedBytes, checkpointBytes),
      mostSavedBytes: mostStateBytes(sample, report),
      checkpoints: checkpointsOf(slot.sequence).length,
      isBusy: slot.busy,
      takenAfter: slot.busy ? null : idle.indexOf(slot),
    }
  })
}

export interface SavedState {
  readonly index: number
  readonly tokens: number
  readonly bytes: number
  readonly checkpoints: Checkpoint[]
}

/** Throws `session-not-held`, `session-not-saved`. A partial file may remain. */
export async function saveState(
  holder: SequenceHolder,
  conversationId: string,
  path: string,
  checkpointPaths: readonly string[],
): Promise<SavedState> {
  const slot = await holder.slots.acquireOwn(conversationId)
  if (!slot) throw coded('session-not-held', { conversationId })
  return using(holder, slot, async ({ sequence, index }) => {
    const tokens = sequence.nextTokenIndex
    // If a turn never began, the sequence still has the previous conversation's tokens.
    if (tokens === 0 || holder.records[index]?.contents?.conversationId !== conversationId)
      throw coded('session-not-held', { conversationId })
    try {
      const { fileSize } = await sequence.saveStateToFile(path)
      const checkpoints = await saveCheckpoints(sequence, path, checkpointPaths)
      return { index, tokens, bytes: fileSize, checkpoints }
    } catch (error) {
      if (sequence.nextTokenIndex === 0) holder.records[index]?.clear()
      throw coded('session-not-saved', { quoted: messageOf(error) })
    }
  })
}

/** If it throws `session-not-restored`, the sequence is empty. */
export async function restoreState(
  holder: SequenceHolder,
  { conversationId, path, checkpoints }: RestoreRequest,
): Promise<{ tokens: number }> {
  return fillSequence(holder, conversationId, async (sequence) => {
    try {
      await restoreWithCheckpoints(sequence, path, checkpoints)
    } catch (error) {
      await sequence.clearHistory()
      throw coded('session-not-restored', { quoted: messageOf(error) })
    }
  })
}

/** `fill` gets the conversation's sequence, emptied, between two batches. */
export async function fillSequence(
  holder: SequenceHolder,
  conversationId: string,
  fill: (sequence: LlamaContextSequence) => Promise<unknown>,
): Promise<{ tokens: number }> {
  const slot = await holder.slots.acquire(conversationId, never)
  if (!slot) throw new Error('Expected a sequence from a wait that nobody ends')
  return using(holder, slot, async ({ sequence }) => {
    const record = holder.records[slot.index] as SequenceRecord
    await holder.displace(slot, conversationId)
    record.clear()
    await sequence.clearHistory()
    await fill(sequence)
    const tokens = sequence.nextTokenIndex
    if (tokens > 0) record.contents = restoredContents(conversationId, tokens)
    return { tokens }
  })
}

async function using<T>(
  { slots, contextQueue }: SequenceHolder,
  slot: Slot<LlamaContextSequence>,
  work: (slot: Slot<LlamaContextSequence>) => Promise<T>,
): Promise<T> {
  try {
    return await contextQueue.run(() => work(slot))
  } finally {
    slots.release(slot)
  }
}

/** Used until the next turn begins, because the text of these tokens is unknown. */
const restoredContents = (conversationId: string, tokens: number): SequenceContents => ({
  conversationId,
  reusedTokens: tokens,
  spansUpTo: (end) => (end > 0 ? [{ from: 0, to: end, holds: 'template' }] : []),
  gaps: () => [],
})
