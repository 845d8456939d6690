import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, describe, expect, it } from 'vitest'
import { quantizedPocket } from '../../native-models/testing/quantized-pocket'
import { dataFolder, openTestStore } from '../store/testing/test-store'
import { type Ended, folder, headroom, story } from './testing/run-headroom'

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('headroom compare with accuracy limits', () => {
  const quick = () => ['compare', 'pocket', '--text', story(), '--ctx', '64', '--chunks', '2', '--reps', '0', '--threads', '1'] as const
  const search = (data: string, nats = '5') => ['--cheapest', '--max-kld', nats, '-o', 'csv', '--data', data] as const
  const measurements = ({ err }: Ended) => err.split('\n').filter((line) => /^\[\d+ of \d+/.test(line)).length

  it('exits with code 0 if every setting is within the limits, and otherwise exits with code 5 and names the setting', async () => {
    const within = await headroom(...quick(), '--kv', 'q8_0', '--max-kld', '5')
    expect(within.code).toBe(0)
    expect(within.err).toMatch(/^q8_0: within the limits\. KLD 0\.\d+ ± 0\.\d+ nats, limit 5\.$/m)
    const beyond = await headroom(...quick(), '--kv', 'q4_0', '--max-kld', '0')
    expect(beyond.code).toBe(5)
    expect(beyond.err).toMatch(/^q4_0: beyond the limits\. /m)
  })

  it('exits with code 6 if it tried too few passkeys to judge a setting', async () => {
    const flags = ['--max-recall-loss', '0.1', '--passkey-trials', '1', '--passkey-tokens', '64', '-o', 'json'] as const
    const { code, out, err } = await headroom(...quick(), '--kv', 'q8_0', ...flags)
    expect(code).toBe(6)
    expect(err).toMatch(/^q8_0: too little was measured to tell\. \d of 5 passkeys found, \d by the reference, limit 10\.0% fewer\.$/m)
    expect(JSON.parse(out)).toHaveLength(2)
  })

  it('finds the smallest pair of types within the limits without measuring all 48 pairs', async () => {
    const { code, out, err } = await headroom(...quick(), ...search(dataFolder()))
    expect(code).toBe(0)
    const rows = parse(out, { columns: true }) as Record<string, string>[]
    expect(rows.length).toBeLessThan(10)
    const smallest = rows.reduce((best, row) => (Number(row.kv_bytes_allocated) < Number(best.kv_bytes_allocated) ? row : best))
    // q4_0 and iq4_nl have the fewest bytes.
    expect(smallest.type_k).toMatch(/^(q4_0|iq4_nl)$/)
    expect(err).toMatch(/^Cheapest within the limits: (q4_0|iq4_nl)/m)
  })

  it('stores a search where the app finds it, and prints it again without measuring, unless --again is given', async () => {
    const data = dataFolder()
    const first = await headroom(...quick(), ...search(data))
    const store = openTestStore(data)
    expect(store.compareRuns.lastTypeSearch('pocket')).toMatchObject({ state: 'done', plan: { gate: { maxNats: 5, isSearch: true } } })
    store.close()
    const second = await headroom(...quick(), ...search(data))
    expect(second).toMatchObject({ code: first.code, out: first.out })
    expect(second.err).toMatch(/^This search ran on .*\. To run it again, add --again\.$/m)
    expect(second.err).toContain(first.err.split('\n').find((line) => line.startsWith('Cheapest within the limits')))
    expect(measurements(second)).toBe(0)
    expect(measurements(await headroom(...quick(), ...search(data), '--again'))).toBeGreaterThan(1)
    expect(measurements(await headroom(...quick(), ...search(data, '4')))).toBeGreaterThan(1)
  })

  it('searches again if the model file has changed, and says so', async () => {
    const data = dataFolder()
    const path = join(folder, 'changing.gguf')
    copyFileSync(await quantizedPocket(), path)
    const args = ['compare', path, ...quick().slice(2), ...search(data)]
    expect(measurements(await headroom(...args))).toBeGreaterThan(1)
    const bytes = readFileSync(path)
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    writeFileSync(path, bytes)
    const changed = await headroom(...args)
    expect(changed.err).toMatch(/^The model file has changed since the search on .*, so the search runs again\.$/m)
    expect(measurements(changed)).toBeGreaterThan(1)
  })

  it('prints a search but does not store it while another Headroom uses the data folder, and says so', async () => {
    const data = dataFolder()
    const store = openTestStore(data)
    const { code, out, err } = await headroom(...quick(), ...search(data))
    expect(code).toBe(0)
    expect(out).toContain('type_k')
    expect(err).toMatch(/^The result was not stored\. Another Headroom \(the desktop app, process \d+\) is using /m)
    expect(store.compareRuns.lastTypeSearch('pocket')).toBeNull()
  })
})
