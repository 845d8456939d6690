import { describe, expect, it } from 'vitest'
import { UsageError } from '../input/flags'
import { benchServerOrder, isBenchOfServer, type LoadOrder } from './load-flags'

const orderOf = (line: string): LoadOrder => {
  const order = benchServerOrder(line.split(' '))
  if (order.kind !== 'measure') throw new Error('Expected a measurement')
  return order
}

describe('the order for a server', () => {
  it('has one request at a time, 512 tokens of prompt and 128 of output unless flags say otherwise', () => {
    expect(orderOf('--url http://localhost:8080')).toMatchObject({
      servers: [{ url: 'http://localhost:8080', model: null, keyFile: null }],
      loads: [{ kind: 'closed', concurrency: 1 }],
      requests: null,
      prompt: { kind: 'fixed', tokens: 512 },
      output: { kind: 'fixed', tokens: 128 },
      rounds: 1,
      limits: { ttftMs: null, itlMs: null },
      format: 'md',
    })
  })
  it('has every concurrency and every rate', () => {
    expect(orderOf('--url http://a --concurrency 1,8 --rate 0.5,2').loads).toEqual([
      { kind: 'closed', concurrency: 1 },
      { kind: 'closed', concurrency: 8 },
      { kind: 'poisson', perSecond: 0.5 },
      { kind: 'poisson', perSecond: 2 },
    ])
    expect(orderOf('--url http://a --rate trace --trace f').loads).toEqual([{ kind: 'trace' }])
  })
  it('has lengths, limits and a format', () => {
    const line = '--url http://a --prompt-tokens 100-900 --output-tokens 64~16 --shared-prefix 0.5 --ttft-limit 500 --itl-limit 50 -o json'
    expect(orderOf(line)).toMatchObject({
      prompt: { kind: 'uniform', from: 100, to: 900 },
      output: { kind: 'normal', mean: 64, deviation: 16 },
      shared: 0.5,
      limits: { ttftMs: 500, itlMs: 50 },
      format: 'json',
    })
  })
  it('has five rounds for two servers, whose keys come from different places', () => {
    const { servers, rounds } = orderOf('--url http://a --against http://b --model m --key-file k')
    expect(rounds).toBe(5)
    expect(servers).toEqual([
      { url: 'http://a', model: 'm', keyFile: 'k', keyVariable: 'HEADROOM_SERVER_KEY' },
      { url: 'http://b', model: 'm', keyFile: null, keyVariable: 'HEADROOM_AGAINST_KEY' },
    ])
  })
  it.each([
    '--against http://b',
    '--url http://a pocket',
    '--url http://a --concurrency 0',
    '--url http://a --concurrency 1,',
    '--url http://a --concurrency 10001',
    '--url http://a --rate 0',
    '--url http://a --rate fast',
    '--url http://a --rate trace',
    '--url http://a --prompt-tokens 9-3',
    '--url http://a --shared-prefix 2',
    '--url http://a --requests 0',
    '--url http://a --requests 1.5',
    '--url http://a --ttft-limit -1',
    '--url http://a --warm-up -1',
    '--url http://a --against-model m',
    '--url http://a --kv f16',
    '--url http://a --key secret',
    '--url http://a -o xml',
    '--compare a.json',
    '--compare a.json b.json c.json',
    '--compare a.json b.json --rounds 3',
  ])('is refused with what is wrong: %s', (line) => {
    expect(() => benchServerOrder(line.split(' '))).toThrow(UsageError)
  })
  it('can be a comparison of two files', () => {
    expect(benchServerOrder(['--compare', 'a.json', 'b.json'])).toEqual({ kind: 'compare', files: ['a.json', 'b.json'] })
  })
})

it('bench measures a server only with --url, --against or --compare', () => {
  expect([['pocket'], ['pocket', '-o', 'csv'], ['--depth', '0'], []].some(isBenchOfServer)).toBe(false)
  expect([['--url', 'a'], ['--url=a'], ['--compare', 'a', 'b'], ['-o', 'md', '--against', 'b']].every(isBenchOfServer)).toBe(true)
})
