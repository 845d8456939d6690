import { rmSync } from 'node:fs'
import { parse } from 'papaparse'
import { afterAll, describe, expect, it } from 'vitest'
import { startLlamaServer } from '../remote-engine/testing/made-llama-server'
import { folder, headroom } from './testing/run-headroom'

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const chats = ({ asked }: Awaited<ReturnType<typeof startLlamaServer>>) =>
  asked.filter(({ path }) => path === '/v1/chat/completions').map(({ body }) => body.messages.at(-1).content as string)
const rowsOf = (out: string) => parse<Record<string, string>>(out.trim(), { header: true }).data

describe('headroom compare with servers', () => {
  it('compares two servers without a model on this machine, with the same prompts in turn', async () => {
    const [one, other] = [await startLlamaServer(), await startLlamaServer()]
    const { code, out, err } = await headroom(
      ...['compare', '--url', one.url, '--against', other.url, '--latency', '2', '--tool-calls', '--suite-prompts', '1', '-o', 'csv'],
    )
    expect(code, err).toBe(0)
    expect(chats(one)).toEqual(chats(other))
    // A request that is not measured opens the connection.
    expect(chats(one)).toHaveLength(4)
    expect(new Set(chats(one)).size).toBe(4)
    expect(err).toMatch(/^\[1 of 6(, .* left)?\] latency on tiny · 127\.0\.0\.1:\d+: TTFT [\d.]+ m?s$/m)
    expect(err).toMatch(/tool-calls on tiny · 127\.0\.0\.1:\d+: right tool 0\/1/)
    expect(rowsOf(out)).toHaveLength(2)
  })

  it('compares this machine with a server', async () => {
    const server = await startLlamaServer()
    const { code, out, err } = await headroom(
      ...['compare', 'pocket', '--kv', 'f16', '--threads', '1', '--url', server.url, '--latency', '1', '-o', 'json'],
    )
    expect(code, err).toBe(0)
    expect(chats(server)).toHaveLength(2)
    expect(err).toContain('[2 of 2')
    const rows = JSON.parse(out) as Record<string, unknown>[]
    expect(rows.map(({ ttft_ms }) => typeof ttft_ms)).toEqual(['number', 'number'])
  })

  it('fails the cells of a server that is gone, and exits with 4', async () => {
    const [one, other] = [await startLlamaServer(), await startLlamaServer({ beforeEnd: async ({ reply }) => reply.drop() })]
    const { code, err } = await headroom('compare', '--url', one.url, '--against', other.url, '--latency', '1')
    expect(code).toBe(4)
    expect(err).toMatch(/latency on tiny · 127\.0\.0\.1:\d+( \(2\))? failed: /)
  })

  it('refuses what only this machine can measure', async () => {
    const server = await startLlamaServer()
    for (const [flags, refusal] of [
      [['compare', '--url', server.url], 'or no model and two servers: --url and --against'],
      [['compare', '--url', server.url, '--against', server.url, '--kv', 'q8_0'], '--kv needs a model on this machine'],
      [['compare', 'pocket', '--url', server.url, '--kv', 'q8_0', '--text', 'a.txt', '--max-kld', '1'], '--max-kld is about K and V types'],
      [['compare', 'pocket', '--url', server.url, '--latency', '0'], 'compare needs --text FILE'],
    ] as const) {
      const { code, err } = await headroom(...flags)
      expect([code, err]).toEqual([2, expect.stringContaining(refusal)])
    }
    expect(server.asked).toEqual([])
  })
})
