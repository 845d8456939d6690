/**
 * Copies of sequences that another conversation took, in memory. node-llama-cpp 3.21.1 binds `llama_state_seq_get_data` for checkpoints only,
 * so a state passes through a file, which is in memory where it can be (../sequences/state-folder.ts).
 *
 * Call what changes copies between two batches.
 */
import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { LlamaContextSequence } from 'node-llama-cpp'
import type { ContextReport } from '../../../core/contract/cache/cache'
import { mostCheckpoints } from '../../../core/contract/cache/session-limits'
import type { PromptMessage } from '../../../core/contract/chat/turn'
import type { CacheKey } from '../../../core/prefix/cache-key'
import { type Holding, reach } from '../../../core/prefix/holding'
import type { MeasuredRates } from '../../../core/prefix/measured-rates'
import type { PrefixStore } from '../../../core/prefix/prefix-store'
import { restoreWithCheckpoints, saveCheckpoints } from '../sequences/checkpoint-states'
import { checkpointsOf, cutTo } from '../sequences/checkpoints'
import { type HeldState, holdState } from '../sequences/held-state'
import { inFolder } from '../sequences/state-folder'
import { usableLengthsOf } from './usable-lengths'

interface MemoryCopy {
  readonly tokens: readonly number[]
  readonly messages: readonly PromptMessage[]
  readonly state: HeldState
  readonly checkpoints: readonly { readonly tokens: number; readonly state: HeldState }[]
}

export interface OwnCopy extends Pick<MemoryCopy, 'tokens' | 'messages'> {
  readonly holding: Holding
}

export interface CopySource {
  readonly sequence: LlamaContextSequence
  readonly key: CacheKey
  readonly owner: string
  readonly messages: readonly PromptMessage[]
  /** Reserved before anything is written. */
  readonly mostBytes: number
}

export class MemoryCopies {
  private readonly copies = new Map<string, MemoryCopy>()
  private made = 0
  private isClosed = false

  constructor(
    private readonly store: PrefixStore,
    private readonly measured: MeasuredRates,
    private readonly caches: ContextReport['caches'],
  ) {}

  /** Frees what is above the budget at once. */
  limit(bytes: number): void {
    const { store } = this
    store.budgets = { ...store.budgets, memory: { amount: bytes, places: Number.POSITIVE_INFINITY } }
    const surplus = store.usedOf('memory').amount - bytes
    if (surplus <= 0) return
    for (const { holding } of store.nextEvictions('memory', surplus, performance.now())) this.remove(holding.id)
  }

  get all(): Holding[] {
    return this.store.holdings.filter(({ tier }) => tier === 'memory')
  }

  tokensOf(id: string): readonly number[] {
    return this.copies.get(id)?.tokens ?? []
  }

  longestOf(owner: string): OwnCopy | undefined {
    const own = this.all.filter((holding) => holding.owner === owner).sort((a, b) => b.tokens - a.tokens)[0]
    const copy = own && this.copies.get(own.id)
    return copy && { holding: own, tokens: copy.tokens, messages: copy.messages }
  }

  /** Returns whether a copy has all of the sequence now. If llama.cpp cannot read the state back, the sequence is empty. */
  async keep({ sequence, key, owner, messages, mostBytes }: CopySource): Promise<boolean> {
    const { store } = this
    if (this.isClosed) return false
    const tokens = sequence.contextTokens
    const own = this.all.filter((holding) => holding.owner === owner)
    if (own.some((holding) => this.covers(holding, tokens))) return true
    const now = performance.now()
    const admission = store.admit({ tier: 'memory', amount: mostBytes, isPrivate: false }, now)
    if ('refusal' in admission) return false
    const { room } = admission
    for (const { holding } of room.evictions) this.remove(holding.id)
    const { cutFrom } = usableLengthsOf(sequence, this.caches)
    const held: HeldState[] = []
    let copy: Holding
    try {
      const { state, checkpoints } = await readState(sequence, mostBytes, held)
      const amount = bytesOf({ state, checkpoints })
      const id = `memory:${++this.made}`
      const usable = { cutFrom, stops: checkpoints.map((checkpoint) => checkpoint.tokens) }
      copy = store.put(room, { id, key, owner, tokens, usable, amount }, now)
      this.copies.set(id, { tokens, messages, state, checkpoints })
    } catch (error) {
      for (const state of held) state.free()
      store.giveBack(room)
      console.error('[copy]', error)
      return false
    }
    for (const older of own) if (this.covers(copy, this.tokensOf(older.id))) this.remove(older.id)
    return true
  }

  /** Returns how many of the first `tokens` tokens the sequence has now: 0 if llama.cpp refused. */
  async restore(id: string, to: LlamaContextSequence, tokens: number): Promise<number> {
    const copy = this.copies.get(id)
    await to.clearHistory()
    if (!copy) return 0
    const bytes = bytesOf(copy)
    const began = performance.now()
    try {
      await inFolder(bytes, async (folder) => {
        const parts: { tokens: number; path: string }[] = []
        for (const checkpoint of copy.checkpoints)
          if (checkpoint.tokens <= tokens) parts.push({ tokens: checkpoint.tokens, path: await checkpoint.state.pathIn(folder) })
        await restoreWithCheckpoints(to, await copy.state.pathIn(folder), parts)
      })
      if ((await cutTo(to, tokens)) !== tokens) await to.clearHistory()
    } catch (error) {
      await to.clearHistory()
      console.error('[copy]', error)
    }
    if (to.nextTokenIndex > 0) this.measured.transferred('memory', bytes, performance.now() - began)
    return to.nextTokenIndex
  }

  forget(owner: string): void {
    for (const holding of this.all) if (holding.owner === owner) this.remove(holding.id)
  }

  private covers(holding: Holding, tokens: readonly number[]): boolean {
    return reach(holding, tokens.length) === tokens.length && startsWith(this.tokensOf(holding.id), tokens)
  }

  /** Returns false if it is gone. */
  remove(id: string): boolean {
    const copy = this.copies.get(id)
    this.copies.delete(id)
    if (copy) free(copy)
    return this.store.remove(id)
  }

  /** Frees all copies. From then on, `keep` refuses. */
  close(): void {
    this.isClosed = true
    for (const { id } of this.all) this.remove(id)
  }
}

type States = Pick<MemoryCopy, 'state' | 'checkpoints'>

const bytesOf = ({ state, checkpoints }: States): number => checkpoints.reduce((sum, part) => sum + part.state.bytes, state.bytes)

function free({ state, checkpoints }: States): void {
  state.free()
  for (const checkpoint of checkpoints) checkpoint.state.free()
}

/** Adds each state to `held`, so that those before an error can be freed. */
async function readState(sequence: LlamaContextSequence, mostBytes: number, held: HeldState[]): Promise<States> {
  const hold = async (file: string) => {
    const state = await holdState(file)
    held.push(state)
    return state
  }
  return inFolder(mostBytes, async (folder) => {
    const file = path.join(folder, 'sequence')
    await sequence.saveStateToFile(file)
    const count = Math.min(checkpointsOf(sequence).length, mostCheckpoints)
    const paths = Array.from({ length: count }, (_, at) => path.join(folder, `checkpoint-${at}`))
    const saved = await saveCheckpoints(sequence, file, paths)
    const sizes = await Promise.all([file, ...paths.slice(0, saved.length)].map(async (name) => (await stat(name)).size))
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    if (bytes > mostBytes) throw new Error(`Expected a state of at most ${mostBytes} bytes, got ${bytes}`)
    const checkpoints: MemoryCopy['checkpoints'][number][] = []
    for (const [at, { tokens }] of saved.entries()) checkpoints.push({ tokens, state: await hold(paths[at] as string) })
    return { state: await hold(file), checkpoints }
  })
}

const startsWith = (tokens: readonly number[], start: readonly number[]): boolean =>
  start.length <= tokens.length && start.every((token, at) => tokens[at] === token)
