import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { newTextCauses } from '../../../../core/contract/requests/request-causes'
import { dataFolder } from '../../../store/testing/test-store'
import { forkEngine } from '../../../supervisor/fork-engine'
import { type CallFigures, packTrace, readTrace } from './client-trace'
import { writeLongestTokenModel } from './longest-token-model'
import { replayTrace, tracesFolder } from './replay-trace'

const root = join(import.meta.dirname, '../../../..')
const longestMs = 300_000

/** Replays what these agents sent. */
export function testTraces(names: readonly string[]): void {
  const modelPath = join(dataFolder(), 'longest-token.gguf')
  beforeAll(() => writeLongestTokenModel(modelPath, join(root, 'native-models/pocket/pocket-f16.gguf')))

  describe.each(names)('what %s sent', (name) => {
    const text = readFileSync(join(tracesFolder(root), `${name}.json`), 'utf8')
    const trace = readTrace(text)

    it('is stored as packTrace packs it', () => {
      expect(packTrace(trace)).toBe(text)
    })

    it(
      'is accepted, reuses at least 99% of the tokens that it reused when it was recorded, and has a cause for those that were processed again',
      async () => {
        const replayed = await replayTrace(trace, await forkEngine(join(root, 'out/engine/index.mjs'))(), modelPath)
        expect(replayed.flatMap(({ refusal }) => refusal ?? [])).toEqual([])
        const figures = replayed.flatMap((call) => call.figures ?? [])
        expect(figures.map(({ answer }) => answer)).toEqual(trace.calls.flatMap(({ answer }) => answer ?? []))
        // The store prefers the fastest way to a long prefix, which depends on the machine, to the way to the longest one.
        const prefixes = ({ promptTokens, reusedTokens, lostTokens, cause }: CallFigures) => ({
          promptTokens,
          knownTokens: reusedTokens + lostTokens,
          cause,
        })
        expect(figures.map(prefixes)).toEqual(trace.figures.map(prefixes))
        for (const [at, { reusedTokens }] of trace.figures.entries())
          expect(figures[at]?.reusedTokens).toBeGreaterThanOrEqual(0.99 * reusedTokens)
        for (const { promptTokens, reusedTokens, processedTokens, lostTokens, cause } of figures) {
          expect(reusedTokens + processedTokens).toBe(promptTokens)
          expect(lostTokens).toBeLessThan(processedTokens)
          if (lostTokens > 0) expect(newTextCauses).not.toContain(cause)
        }
      },
      longestMs,
    )
  })
}
