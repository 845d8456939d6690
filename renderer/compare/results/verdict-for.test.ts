import { describe, expect, it } from 'vitest'
import { serverRun } from '../../testing/server-run'
import { measuredSettings } from '../measured/measured-settings'
import { type Measure, measures, shownMeasures, sourceOf } from '../measured/measures'
import { verdictFor } from './verdict-for'

const reading = { limits: { ttftMs: 500, itlMs: 50 }, depth: 0 }
const [local, server] = measuredSettings(serverRun())
if (!local || !server) throw new Error('Expected two settings')
const measure = (key: string) => measures.find((one) => one.key === key) as Measure

describe('the verdict on a server', () => {
  const verdict = verdictFor(server, local, reading)
  it('compares both by their turns at the client, never by llama-bench’s tests', () => {
    expect(verdict).toMatchObject({ isAtClient: true, memory: null, quality: null })
    // 31 gaps of 9 to 10 ms against 12 to 13 ms.
    expect(verdict.decode).toMatchObject({ by: expect.closeTo(0.32, 1) })
    // 288 tokens in about 219 ms against 292 tokens in about 344 ms.
    expect(verdict.prefill).toMatchObject({ by: expect.closeTo(0.55, 1) })
    expect(verdict.ttft).toMatchObject({ by: expect.closeTo(-0.36, 1) })
  })
  it('counts passkeys and tool calls as for any setting', () => {
    expect(verdict.suite).toMatchObject({ passkeys: { found: 8, trials: 9 }, toolCalls: { same: 15, prompts: 16 } })
  })
})

describe('the figures of a server', () => {
  it('say where they come from', () => {
    expect(sourceOf(measure('ttft'), server)).toMatchObject({ kind: 'measured' })
    expect(sourceOf(measure('itlP50'), server)).toMatchObject({ kind: 'measured' })
    expect(sourceOf(measure('promptTokens'), server)).toMatchObject({ kind: 'reported', field: 'usage.prompt_tokens' })
    expect(sourceOf(measure('clientPrefill'), server)).toMatchObject({ kind: 'derived', formula: 'processed-tokens-over-ttft' })
    expect(sourceOf(measure('ttft'), local)).toBeNull()
  })
  it('have no column if no setting is on a server', () => {
    const keys = (settings: Parameters<typeof shownMeasures>[0]) => shownMeasures(settings, reading).map(({ key }) => key)
    expect(keys([local])).not.toContain('clientDecode')
    expect(keys([local, server])).toEqual(expect.arrayContaining(['decode', 'clientDecode', 'clientPrefill', 'promptTokens']))
  })
  it('are those before the server went away; the rest failed', () => {
    const [, lost] = measuredSettings(serverRun(undefined, 7))
    expect(lost?.failed.length).toBeGreaterThan(0)
    expect(lost?.latency?.turns.length).toBeGreaterThan(0)
    expect(lost?.passkey).toBeNull()
  })
})
