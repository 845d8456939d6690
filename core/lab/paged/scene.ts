import { BlockPool } from './block-pool'
import { holeFill, repack } from './compaction'
import { type PoolGauges, poolGauges } from './gauges'
import { PagedSequence } from './paged-sequence'

export const sceneCompactions = ['none', 'repack', 'hole-fill'] as const
export type SceneCompaction = (typeof sceneCompactions)[number]
export const sceneBlockTokens = [1, 4, 8, 16] as const
export interface SceneSettings {
  readonly blockTokens: number
  readonly compaction: SceneCompaction
}

/** In slots. Small enough to draw each slot. */
const poolTokens = 96
const systemTokens = 16
const questionTokens = 6
const grownTokens = 14

export interface SceneBlock {
  readonly references: number
  readonly owners: readonly string[]
  /** Position of the token in each slot; null if never written or a hole. */
  readonly slots: readonly (number | null)[]
}
export interface SceneTable {
  readonly name: string
  readonly blocks: readonly number[]
  readonly tokens: number
}
export type SceneEvent =
  | { readonly type: 'empty' }
  | { readonly type: 'prompt'; readonly tokens: number; readonly blocks: number }
  | { readonly type: 'shared-prefix'; readonly tokens: number; readonly reusedTokens: number; readonly newBlocks: number }
  | { readonly type: 'fork'; readonly blocks: number }
  | { readonly type: 'copy-on-write'; readonly copiedSlots: number; readonly newBlocks: number }
  | { readonly type: 'grow'; readonly tokens: number; readonly newBlocks: number }
  | { readonly type: 'evict'; readonly tokens: number; readonly left: number; readonly freedBlocks: number }
  | { readonly type: 'compact'; readonly compaction: SceneCompaction; readonly copiedSlots: number; readonly freedBlocks: number }
  | { readonly type: 'end'; readonly freedBlocks: number }
  | { readonly type: 'found-again'; readonly tokens: number; readonly reusedTokens: number }
export interface SceneStep {
  readonly event: SceneEvent
  readonly blocks: readonly SceneBlock[]
  readonly tables: readonly SceneTable[]
  readonly gauges: PoolGauges
}

const tokensFrom = (first: number, count: number): number[] => Array.from({ length: count }, (_, i) => first + i)

export function playScene({ blockTokens, compaction }: SceneSettings): SceneStep[] {
  const pool = new BlockPool(poolTokens / blockTokens, blockTokens)
  const cast = new Map<string, PagedSequence>()
  const steps: SceneStep[] = [sceneStep(pool, cast, { type: 'empty' })]
  const tell = (event: SceneEvent) => void steps.push(sceneStep(pool, cast, event))
  const taken = (work: () => void) => {
    const before = pool.freeBlocks
    work()
    return before - pool.freeBlocks
  }
  const begin = (name: string, prompt: readonly number[]) => {
    const sequence = new PagedSequence(pool)
    cast.set(name, sequence)
    const reusedTokens = sequence.reusePrefix(prompt)
    const newBlocks = taken(() => sequence.append(prompt.slice(reusedTokens)))
    sequence.rememberPrefix()
    return { sequence, reusedTokens, newBlocks }
  }

  const system = tokensFrom(0, systemTokens)
  const { sequence: a, newBlocks: blocks } = begin('A', [...system, ...tokensFrom(100, questionTokens)])
  tell({ type: 'prompt', tokens: a.length, blocks })

  const prompt = [...system, ...tokensFrom(200, questionTokens + 1)]
  const b = begin('B', prompt)
  tell({ type: 'shared-prefix', tokens: b.sequence.length, reusedTokens: b.reusedTokens, newBlocks: b.newBlocks })

  const c = a.fork()
  cast.set('C', c)
  tell({ type: 'fork', blocks: c.blocks.length })

  let copiedSlots = 0
  const written = taken(() => {
    for (const sequence of [a, c]) copiedSlots += sequence.append([300]).from.length
  })
  tell({ type: 'copy-on-write', copiedSlots, newBlocks: written })

  tell({ type: 'grow', tokens: grownTokens, newBlocks: taken(() => a.append(tokensFrom(400, grownTokens))) })

  const before = a.length
  const roundStart = before - grownTokens
  // Spread out like the survivors of score-based policies.
  const survivors = tokensFrom(0, before).filter((index) => index % 3 === 0)
  const freedBlocks = a.keep(survivors)
  tell({ type: 'evict', tokens: before - a.length, left: a.length, freedBlocks })

  const firstOfRound = survivors.filter((index) => index < roundStart).length
  const moves = compaction === 'none' ? { from: [], to: [] } : compaction === 'repack' ? repack(a) : holeFill(a, firstOfRound)
  const freedByMoves = compaction === 'none' ? 0 : a.relocate(moves)
  tell({ type: 'compact', compaction, copiedSlots: moves.from.length, freedBlocks: freedByMoves })

  const freedByEnd = -taken(() => b.sequence.clear())
  cast.delete('B')
  tell({ type: 'end', freedBlocks: freedByEnd })

  const d = begin('D', prompt)
  tell({ type: 'found-again', tokens: d.sequence.length, reusedTokens: d.reusedTokens })
  return steps
}

function sceneStep(pool: BlockPool, cast: ReadonlyMap<string, PagedSequence>, event: SceneEvent): SceneStep {
  const { blockTokens } = pool
  const held = new Map<number, number>()
  for (const sequence of cast.values())
    sequence.slots.forEach((slot, i) => {
      held.set(slot, sequence.positions[i] as number)
    })
  const blocks = Array.from(
    pool.references,
    (references, block): SceneBlock => ({
      references,
      owners: [...cast].filter(([, sequence]) => sequence.blocks.includes(block)).map(([name]) => name),
      slots: tokensFrom(block * blockTokens, blockTokens).map((slot) => held.get(slot) ?? null),
    }),
  )
  const tables = [...cast].map(([name, sequence]) => ({ name, blocks: [...sequence.blocks], tokens: sequence.length }))
  return { event, blocks, tables, gauges: poolGauges(pool, [...cast.values()]) }
}
