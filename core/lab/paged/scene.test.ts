import { describe, expect, it } from 'vitest'
import { playScene, type SceneEvent, type SceneSettings, sceneBlockTokens, sceneCompactions } from './scene'

const events = (settings: SceneSettings) => playScene(settings).map(({ event }) => event)
const event = <Type extends SceneEvent['type']>(settings: SceneSettings, type: Type) =>
  events(settings).find((one): one is Extract<SceneEvent, { type: Type }> => one.type === type)

describe('with blocks of 4 tokens,', () => {
  const settings = { blockTokens: 4, compaction: 'repack' } as const
  it('22 tokens take 6 blocks, and a prompt with the same first 16 tokens shares 4 of them', () => {
    expect(event(settings, 'prompt')).toEqual({ type: 'prompt', tokens: 22, blocks: 6 })
    expect(event(settings, 'shared-prefix')).toEqual({ type: 'shared-prefix', tokens: 23, reusedTokens: 16, newBlocks: 2 })
    expect(playScene(settings)[2]?.blocks.map(({ references }) => references)).toEqual([2, 2, 2, 2, 1, 1, 1, 1, ...Array(16).fill(0)])
  })
  it('a fork shares all 6 blocks, and the first of the two to write copies the 2 tokens of the last block', () => {
    expect(event(settings, 'fork')).toEqual({ type: 'fork', blocks: 6 })
    expect(event(settings, 'copy-on-write')).toEqual({ type: 'copy-on-write', copiedSlots: 2, newBlocks: 1 })
  })
  it('eviction leaves a token in every block, and a repack frees 3 of the 5 unshared blocks', () => {
    // Every third token stays, so every block keeps a token.
    expect(event(settings, 'evict')).toEqual({ type: 'evict', tokens: 24, left: 13, freedBlocks: 0 })
    // Tokens 0 to 19 are shared. In the other 5 blocks, 6 tokens stay, which fill 2 blocks.
    expect(event(settings, 'compact')).toEqual({ type: 'compact', compaction: 'repack', copiedSlots: 6, freedBlocks: 3 })
  })
  it('hole-filling copies fewer tokens than a repack, and without compaction nothing is copied or freed', () => {
    const filled = event({ ...settings, compaction: 'hole-fill' }, 'compact')
    // Tokens 24, 27 and 30 of the newest round move to the slots of 20, 22 and 23, which empties two blocks.
    expect(filled).toEqual({ type: 'compact', compaction: 'hole-fill', copiedSlots: 3, freedBlocks: 2 })
    expect(event({ ...settings, compaction: 'none' }, 'compact')).toMatchObject({ copiedSlots: 0, freedBlocks: 0 })
  })
  it('a new sequence finds the tokens of an ended sequence while their blocks are free', () => {
    expect(event(settings, 'found-again')).toMatchObject({ tokens: 23, reusedTokens: 20 })
  })
})

it.each(sceneBlockTokens.flatMap((blockTokens) => sceneCompactions.map((compaction) => ({ blockTokens, compaction }))))(
  'with $blockTokens tokens per block and the compaction $compaction, every table and count matches the pool at every step',
  (settings) => {
    for (const { blocks, tables, gauges } of playScene(settings)) {
      for (const [index, { references, owners }] of blocks.entries()) {
        expect(owners.length).toBe(references)
        expect(tables.filter((table) => table.blocks.includes(index)).map(({ name }) => name)).toEqual(owners)
      }
      expect(gauges.tokenSlots).toBe(blocks.flatMap(({ slots }) => slots).filter((slot) => slot !== null).length)
      expect(gauges.freeBlocks).toBe(blocks.filter(({ references }) => references === 0).length)
    }
  },
)
