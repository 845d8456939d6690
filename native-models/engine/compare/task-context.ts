import os from 'node:os'
import { coded } from '../../../core/contract/errors/coded-error'
import type { KvSettings } from '../../../core/contract/settings/kv-settings'
import { chooseContext } from '../../../core/plan/choose-context'
import { type ContextInMemory, createContext } from '../context/create-context'
import type { LlamaLog } from '../llama/llama-log'
import type { ModelInMemory } from '../llama/load-model'
import { BareSequence } from './bare-sequence'

export interface Measuring {
  readonly loaded: ModelInMemory
  readonly log: LlamaLog
  readonly cores: number
  /** Thread counts by KV settings, so that all repetitions of a test use the same count. */
  readonly calibrated: Map<string, number>
  readonly signal: AbortSignal | undefined
  readonly onProgress: (share: number) => void
}

export interface TaskContext extends ContextInMemory {
  readonly threads: number
}

/**
 * With `auto` threads, `generation` uses the calibrated count, and `prompts` uses every core. Throws `settings-refused`, `context-failed`,
 * `context-larger-than-memory`.
 */
export async function withContext<T>(
  measuring: Measuring,
  settings: KvSettings,
  contextTokens: number,
  threadsFor: 'generation' | 'prompts',
  work: (context: TaskContext) => Promise<T>,
): Promise<T> {
  measuring.signal?.throwIfAborted()
  assertFits(measuring.loaded, settings, contextTokens)
  const key = JSON.stringify({ ...settings, contextTokens: 0 })
  const threads =
    settings.threads === 'auto' && threadsFor === 'prompts' ? measuring.cores : (measuring.calibrated.get(key) ?? settings.threads)
  const request = { settings: { ...settings, threads }, contextTokens, predictedBytes: null }
  const context = await createContext(measuring.loaded, measuring.log, measuring.cores, request)
  try {
    const { chosen } = context.report.threads
    if (threads === 'auto') measuring.calibrated.set(key, chosen)
    context.internals?.context.setThreads(chosen)
    measuring.loaded.model.llama.maxThreads = chosen
    return await work({ ...context, threads: chosen })
  } finally {
    measuring.loaded.model.llama.maxThreads = measuring.cores
    await context.context.dispose()
  }
}

/** A context allocates memory at its first token. */
export async function warmUp(context: ContextInMemory, tokens: Uint32Array, batchTokens: number): Promise<void> {
  const sequence = new BareSequence(context)
  await sequence.process(tokens, 0, batchTokens, undefined)
  sequence.forget(0)
}

/** Throws `settings-refused`, `context-larger-than-memory`. */
export function assertFits({ shape }: ModelInMemory, settings: KvSettings, contextTokens: number): void {
  if (!shape) return
  const choice = chooseContext(shape, { ...settings, contextTokens }, os.freemem())
  if (choice.kind === 'refused') throw coded('settings-refused', { reason: choice.refusal.reason })
  if (choice.kind === 'too-large') throw coded('context-larger-than-memory', choice.facts)
}
