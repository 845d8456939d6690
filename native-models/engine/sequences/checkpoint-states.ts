/**
 * node-llama-cpp can restore a checkpoint only into its own sequence.
 *
 * To save: empty the sequence, restore each checkpoint and write it as a sequence state, then read the whole state back. To restore: read
 * each file and take a checkpoint, then read the whole state. A hybrid model needs the whole state first, because without
 * full-attention cells it does not know the position of its recurrent state.
 *
 * Can be removed once node-llama-cpp writes checkpoints with the state ("TODO: save checkpoints to disk" in LlamaContext.js). Source:
 * node-llama-cpp 3.21.1, llama/addon/AddonContext.cpp; `state_write` and `state_read` of llama_kv_cache_iswa, llama_memory_hybrid and
 * llama_memory_recurrent, and `llama_kv_cache::state_read_sinfo`, llama.cpp v0.4.0.
 */
import type { LlamaContextSequence } from 'node-llama-cpp'
import type { Checkpoint } from '../../../core/contract/cache/cache'

interface HiddenCheckpoint {
  readonly maxPos: number
}
interface HiddenContext {
  disposeSequence(sequenceId: number): void
  getSequenceKvCacheMaxPosition(sequenceId: number): number
  restoreCheckpoint(checkpoint: HiddenCheckpoint, maxPos: number): Promise<boolean>
  saveSequenceStateToFile(path: string, sequenceId: number, tokens: Uint32Array): Promise<number>
  loadSequenceStateFromFile(path: string, sequenceId: number, mostTokens: number): Promise<Uint32Array>
}
interface Hidden {
  readonly sequenceId: number
  readonly context: HiddenContext
  readonly checkpoints: readonly HiddenCheckpoint[]
}

const methods = [
  'disposeSequence',
  'getSequenceKvCacheMaxPosition',
  'restoreCheckpoint',
  'saveSequenceStateToFile',
  'loadSequenceStateFromFile',
] as const

function hiddenIn(sequence: LlamaContextSequence): Hidden | undefined {
  const { _sequenceId, _context, _checkpoints, _nextTokenIndex } = sequence as unknown as {
    readonly _sequenceId?: number
    readonly _nextTokenIndex?: number
    readonly _context?: { readonly _ctx?: Partial<HiddenContext> }
    readonly _checkpoints?: { readonly _checkpoints?: readonly (readonly [string | undefined, HiddenCheckpoint])[] }
  }
  const context = _context?._ctx
  const list = _checkpoints?._checkpoints
  if (typeof _sequenceId !== 'number' || typeof _nextTokenIndex !== 'number' || !list) return undefined
  if (!context || !methods.every((method) => typeof context[method] === 'function')) return undefined
  return {
    sequenceId: _sequenceId,
    context: context as HiddenContext,
    checkpoints: list.map(([, checkpoint]) => checkpoint),
  }
}

/**
 * Saves the newest checkpoints, or those at `at`, one per path, in token order. Throws if llama.cpp can't write them, or can't read the state back. In the
 * second case the sequence is empty.
 */
export async function saveCheckpoints(
  sequence: LlamaContextSequence,
  statePath: string,
  paths: readonly string[],
  at?: readonly number[],
): Promise<Checkpoint[]> {
  const hidden = hiddenIn(sequence)
  const wanted = hidden?.checkpoints.filter(({ maxPos }) => !at || at.includes(maxPos + 1)) ?? []
  const chosen = paths.length === 0 ? [] : wanted.slice(-paths.length)
  if (!hidden || chosen.length === 0) return []
  const { context, sequenceId } = hidden
  const saved: Checkpoint[] = []
  context.disposeSequence(sequenceId)
  try {
    for (const [index, checkpoint] of chosen.entries()) {
      // Restores the checkpoint, but returns false if other caches have no cells.
      await context.restoreCheckpoint(checkpoint, checkpoint.maxPos)
      const bytes = await context.saveSequenceStateToFile(paths[index] as string, sequenceId, new Uint32Array())
      saved.push({ tokens: checkpoint.maxPos + 1, bytes })
    }
  } finally {
    context.disposeSequence(sequenceId)
    await context.loadSequenceStateFromFile(statePath, sequenceId, sequence.contextSize).catch(async (error: unknown) => {
      await sequence.clearHistory()
      throw error
    })
  }
  return saved
}

/** The sequence must be empty, and the checkpoints in token order. Throws if llama.cpp refuses them. */
export async function restoreWithCheckpoints(
  sequence: LlamaContextSequence,
  statePath: string,
  checkpoints: readonly { readonly tokens: number; readonly path: string }[],
): Promise<void> {
  const hidden = hiddenIn(sequence)
  if (hidden && sequence.needsCheckpoints) await restoreCheckpoints(sequence, hidden, statePath, checkpoints)
  await sequence.loadStateFromFile(statePath, { acceptRisk: true })
}

async function restoreCheckpoints(
  sequence: LlamaContextSequence,
  { context, sequenceId }: Hidden,
  statePath: string,
  checkpoints: readonly { readonly tokens: number; readonly path: string }[],
): Promise<void> {
  const hidden = sequence as unknown as { _nextTokenIndex: number }
  const read = (path: string) => context.loadSequenceStateFromFile(path, sequenceId, sequence.contextSize)
  const isAt = (tokens: number) => context.getSequenceKvCacheMaxPosition(sequenceId) === tokens - 1
  for (const { tokens, path } of checkpoints) {
    await read(path)
    if (!isAt(tokens)) {
      await read(statePath)
      await read(path)
    }
    if (!isAt(tokens)) throw new Error('a checkpoint is not where it was')
    hidden._nextTokenIndex = tokens
    await sequence.takeCheckpoint()
  }
}
