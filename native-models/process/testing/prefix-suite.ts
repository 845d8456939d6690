import { mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultSampling } from '../../../core/contract/settings/sampling'
import { ConnectedEngine, type EngineUnderTest } from './connected-engine'

export function prefixSuite(name: string, create: () => EngineUnderTest): void {
  describe(`stored prefixes of ${name}`, () => {
    let engine: ConnectedEngine
    beforeAll(async () => {
      engine = new ConnectedEngine(create())
      await engine.control.start({ gpuBackend: 'cpu' })
      await engine.load()
    })
    afterAll(() => engine.close())

    it('are an empty list before the first prompt', async () => {
      await engine.context(512)
      const { prefixes, nodes, next, tiers } = await engine.control.prefixes({ saved: [] })
      expect({ prefixes, nodes, next }).toEqual({ prefixes: [], nodes: [], next: [] })
      expect(tiers[0]).toMatchObject({ tier: 'cells', usedBytes: 0, cells: { used: 0, total: 512, sequences: 1 } })
    })
    it('are the cells of a conversation, with its first words, and what would go first', async () => {
      const { last } = await engine.finish(await engine.start('What is the KV cache?', { maxTokens: 5 }))
      const tokens = last?.metrics?.usedCells
      const { prefixes, nodes, next, tiers } = await engine.control.prefixes({ saved: [] })
      expect(prefixes).toEqual([expect.objectContaining({ tier: 'cells', conversationId: 'c', tokens, isBusy: false, isUsable: true })])
      const [{ id, firstWords, bytes } = { id: '', firstWords: '', bytes: 0 }] = prefixes
      expect(firstWords).toContain('What is the KV cache?')
      expect(nodes).toEqual([expect.objectContaining({ parent: null, from: 0, to: tokens, prefixIds: [id] })])
      expect(next.map(({ prefixId }) => prefixId)).toEqual([id])
      expect(tiers[0]).toMatchObject({ tier: 'cells', usedBytes: bytes, cells: { used: tokens } })
    })
    it('share a trunk with the saved file of the same tokens', async () => {
      const path = join(mkdtempSync(join(tmpdir(), 'headroom-prefixes-')), 'state')
      const { tokens } = await engine.control.saveSequence({ conversationId: 'c', path, checkpointPaths: [] })
      await engine.finish(
        await engine.startWith(
          [
            { role: 'user', text: 'What is the KV cache?' },
            { role: 'assistant', text: 'Something else.' },
            { role: 'user', text: 'Why?' },
          ],
          { maxTokens: 5 },
        ),
      )
      const file = {
        id: 'disk:c',
        conversationId: 'c',
        path,
        tokens,
        bytes: statSync(path).size,
        checkpoints: 0,
        usedAtMs: 1,
        isPinned: true,
      }
      const { prefixes, nodes } = await engine.control.prefixes({ saved: [file] })
      expect(prefixes.map(({ tier, isPinned }) => [tier, isPinned])).toEqual([
        ['cells', false],
        ['disk', true],
      ])
      const ids = prefixes.map(({ id }) => id)
      const [trunk, ...branches] = nodes
      expect(trunk).toMatchObject({ parent: null, from: 0, prefixIds: ids })
      expect(branches.map(({ parent, from, prefixIds }) => ({ parent, from, prefixIds }))).toEqual(
        ids.map((id) => ({ parent: 0, from: trunk?.to, prefixIds: [id] })),
      )
    })
    it('include the common beginning of prompts that was processed in the background', async () => {
      const prompts = ['a', '1'].map((question) => [
        { role: 'system' as const, text: 'Answer in plain words, be brief and be kind. '.repeat(12) },
        { role: 'user' as const, text: question },
      ])
      const processed = await engine.control.processPrefix({ conversationId: 'trunk', prompts, sampling: defaultSampling })
      expect(processed.isComplete).toBe(true)
      expect(processed.tokens).toBeGreaterThan(64)
      const { prefixes } = await engine.control.prefixes({ saved: [] })
      const { tokens } = processed
      expect(prefixes).toContainEqual(
        expect.objectContaining({ tier: 'cells', conversationId: 'trunk', tokens, firstWords: expect.stringContaining('Answer in plain') }),
      )
    })
    it('list a file without tokens if it is gone', async () => {
      const file = {
        id: 'disk:d',
        conversationId: 'd',
        path: '/nowhere',
        tokens: 9,
        bytes: 10,
        checkpoints: 0,
        usedAtMs: 1,
        isPinned: false,
      }
      const { prefixes, nodes } = await engine.control.prefixes({ saved: [file] })
      expect(prefixes.at(-1)).toMatchObject({ id: 'disk:d', tokens: 9, firstWords: '' })
      expect(nodes.some(({ prefixIds }) => prefixIds.includes('disk:d'))).toBe(false)
    })
  })
}
