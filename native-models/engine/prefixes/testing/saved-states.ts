/** The files of an isolation run: a state per conversation, with its checkpoints. They survive the engine. */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { RestoreRequest, SequenceState } from '../../../../core/contract/cache/sessions'
import { failureOf } from '../../../../core/contract/errors/coded-error'
import type { LlamaEngine } from '../../llama-engine'

export type SavedState = Pick<RestoreRequest, 'path' | 'checkpoints'> & { readonly conversationId: string; readonly bytes: number }

export class SavedStates {
  private readonly folder = mkdtempSync(path.join(os.tmpdir(), 'headroom-test-'))
  private saved = new Map<string, SavedState>()
  private files = 0

  constructor(private readonly engine: LlamaEngine) {}

  get all(): SavedState[] {
    return [...this.saved.values()]
  }

  of(conversationId: string): SavedState | undefined {
    return this.saved.get(conversationId)
  }

  /** Returns false if the conversation has no cells of its own, because its turn was stopped before it began. */
  async save(conversationId: string, { checkpoints }: Pick<SequenceState, 'checkpoints'>): Promise<boolean> {
    const name = path.join(this.folder, String(++this.files))
    const parts = Array.from({ length: checkpoints }, (_, at) => `${name}-${at}`)
    const written = await this.engine.saveSequence(conversationId, name, parts).catch((error: unknown) => {
      if (failureOf(error)?.code !== 'session-not-held') throw error
    })
    if (!written) return false
    const kept = written.checkpoints.map(({ tokens }, at) => ({ tokens, path: parts[at] as string }))
    this.saved.set(conversationId, { conversationId, path: name, checkpoints: kept, bytes: written.bytes })
    return true
  }

  /** Into a sequence of `conversationId`, which need not be the one that was saved. Returns the number of tokens. */
  async restore(state: SavedState, conversationId: string): Promise<number> {
    const { path: file, checkpoints } = state
    return (await this.engine.restoreSequence({ conversationId, path: file, checkpoints })).tokens
  }

  forget(conversationId: string): void {
    this.saved.delete(conversationId)
  }

  clear(): void {
    this.saved = new Map()
  }

  remove(): void {
    rmSync(this.folder, { recursive: true })
  }
}
