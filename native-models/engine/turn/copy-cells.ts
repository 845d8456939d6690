/**
 * node-llama-cpp 3.21.1 doesn't bind `llama_memory_seq_cp`, so `copyCells` saves the sequence's state to a file and reads it once per copy.
 * Can be removed once the bindings have `seq_cp`.
 */
import path from 'node:path'
import type { LlamaContextSequence } from 'node-llama-cpp'
import type { ContextReport } from '../../../core/contract/cache/cache'
import { coded, failureOf } from '../../../core/contract/errors/coded-error'
import type { ErrorFacts } from '../../../core/contract/errors/errors'
import { messageOf } from '../../../core/text/message-of'
import { restoreWithCheckpoints, saveCheckpoints } from '../sequences/checkpoint-states'
import { checkpointsOf, cutTo } from '../sequences/checkpoints'
import { inFolder } from '../sequences/state-folder'

export interface CellCopy {
  readonly bytes: number
}

/** If it throws `cells-not-copied`, the sequences in `to` are empty. */
export async function copyCells(from: LlamaContextSequence, to: readonly LlamaContextSequence[], bytes: number): Promise<CellCopy> {
  for (const sequence of to) await sequence.clearHistory()
  if (from.nextTokenIndex === 0) return { bytes: 0 }
  const failed = async (reason: ErrorFacts<'cells-not-copied'>['reason']) => {
    for (const sequence of to) await sequence.clearHistory()
    return coded('cells-not-copied', { reason })
  }
  try {
    return await inFolder(bytes, async (folder) => {
      const file = path.join(folder, 'sequence')
      const { fileSize } = await from.saveStateToFile(file)
      for (const sequence of to) {
        await sequence.loadStateFromFile(file, { acceptRisk: true })
        if (sequence.nextTokenIndex !== from.nextTokenIndex)
          throw await failed({ kind: 'tokens-missing', arrivedTokens: sequence.nextTokenIndex, expectedTokens: from.nextTokenIndex })
      }
      return { bytes: fileSize }
    })
  } catch (error) {
    throw failureOf(error) ? error : await failed({ kind: 'error', quoted: messageOf(error) })
  }
}

export interface PrefixCopy {
  /** 0 if llama.cpp refused. */
  readonly tokens: number
  /** Whether the cells of the source were written and read back. */
  readonly isRestored: boolean
}

/** Copies the first `tokens` tokens. If they end at a checkpoint, the source must not be in use. Throws nothing. */
export async function copyPrefix(from: LlamaContextSequence, to: LlamaContextSequence, tokens: number, bytes: number): Promise<PrefixCopy> {
  const needsCheckpoint = tokens < from.nextTokenIndex && checkpointsOf(from).some((checkpoint) => checkpoint.tokens === tokens)
  try {
    if (needsCheckpoint) await inFolder(bytes, (folder) => copyWithCheckpoint(from, to, tokens, folder))
    else await copyCells(from, [to], bytes)
    if ((await cutTo(to, tokens)) !== tokens) await to.clearHistory()
  } catch {
    await to.clearHistory()
  }
  return { tokens: to.nextTokenIndex, isRestored: needsCheckpoint }
}

async function copyWithCheckpoint(from: LlamaContextSequence, to: LlamaContextSequence, tokens: number, folder: string): Promise<void> {
  const [state, part] = [path.join(folder, 'sequence'), path.join(folder, 'checkpoint')]
  await to.clearHistory()
  await from.saveStateToFile(state)
  const saved = await saveCheckpoints(from, state, [part], [tokens])
  if (saved.length > 0) await restoreWithCheckpoints(to, state, [{ tokens, path: part }])
}

/** Estimates the size of a sequence's state. All sequences share the context equally. */
export const expectedBytes = (
  { allocatedBytes, sequences, contextTokens }: Pick<ContextReport, 'allocatedBytes' | 'sequences' | 'contextTokens'>,
  { nextTokenIndex }: LlamaContextSequence,
): number => (allocatedBytes / sequences) * Math.min(1, (nextTokenIndex + 256) / contextTokens)
