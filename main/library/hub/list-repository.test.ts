import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { describeFailure } from '../../../core/copy/failures'
import { Network } from '../network/network'
import { type HubFaults, MadeHub } from '../testing/made-hub'
import { MadeProxy } from '../testing/made-proxy'
import { failureIn } from '../testing/read-from-bad-server'
import { listRepository } from './list-repository'
import { parseModelAddress } from './model-address'

const bytes = (text: string) => new TextEncoder().encode(text)
let hub: MadeHub
beforeEach(async () => {
  hub = await MadeHub.start({
    'org/Tiny-GGUF': {
      'README.md': bytes('# Tiny'),
      'Tiny-Q4_K_M.gguf': bytes('four'),
      'Tiny-Q4_K_S.gguf': bytes('four small'),
      'big/Tiny-F16-00001-of-00002.gguf': bytes('first'),
      'big/Tiny-F16-00002-of-00002.gguf': bytes('second'),
    },
    'org/Plain': { 'model.safetensors': bytes('x') },
  })
})
afterEach(() => hub.stop())

function list(address = 'org/Tiny-GGUF', faults: HubFaults = {}, token?: string) {
  hub.faults = faults
  const parsed = parseModelAddress(address, hub.url)
  if (parsed.kind !== 'repository') throw new Error('Expected a repository')
  return listRepository(parsed, new Network({ hub: hub.url, token: () => token }))
}

describe('listRepository', () => {
  it('lists models with sizes and hashes, and groups the parts of a split model', async () => {
    const models = await list()
    expect(models.map(({ parts }) => parts.map(({ path, sizeBytes }) => [path, sizeBytes]))).toEqual([
      [['Tiny-Q4_K_M.gguf', 4]],
      [['Tiny-Q4_K_S.gguf', 10]],
      [
        ['big/Tiny-F16-00001-of-00002.gguf', 5],
        ['big/Tiny-F16-00002-of-00002.gguf', 6],
      ],
    ])
    expect(models[0]?.parts[0]?.sha256).toBe(createHash('sha256').update('four').digest('hex'))
    expect(models[2]?.parts[1]?.url.href).toBe(`${hub.url}org/Tiny-GGUF/resolve/main/big/Tiny-F16-00002-of-00002.gguf`)
  })
  it('marks the file that the address names', async () => {
    const named = async (address: string) => (await list(address)).filter(({ isNamed }) => isNamed).map(({ parts }) => parts[0]?.path)
    expect(await named('org/Tiny-GGUF')).toEqual([])
    expect(await named('org/Tiny-GGUF:q4_k_m')).toEqual(['Tiny-Q4_K_M.gguf'])
    expect(await named('org/Tiny-GGUF:Q4_K')).toEqual([])
    expect(await named('hf:org/Tiny-GGUF/big/Tiny-F16-00002-of-00002.gguf')).toEqual(['big/Tiny-F16-00001-of-00002.gguf'])
  })
  it('reads all pages of a long list', async () => {
    expect(await list('org/Tiny-GGUF', { pageEntries: 2 })).toHaveLength(3)
    expect(hub.requests).toHaveLength(3)
  })
  it('accepts a list without hashes', async () => {
    expect((await list('org/Tiny-GGUF', { noHash: true }))[0]?.parts[0]).toMatchObject({ sizeBytes: 4, sha256: null })
  })
})

describe('a repository', () => {
  it('is reported with the HTTP status and advice if the hub refuses access', async () => {
    const missing = await failureIn(list('org/None'))
    expect(missing).toMatchObject({ code: 'repository-refused', facts: { repository: 'org/None', status: 401 } })
    expect(describeFailure(missing)).toContain('accept its terms on its page and give Headroom an access token')
    for (const status of [403, 404, 429, 500])
      expect(await failureIn(list('org/Tiny-GGUF', { refuse: { path: /api/, status } }))).toMatchObject({
        code: 'repository-refused',
        facts: { status },
      })
  })
  it('is reported with the time to wait if the hub is rate-limiting requests', async () => {
    const failure = await failureIn(list('org/Tiny-GGUF', { refuse: { path: /api/, status: 429, retryAfter: '40' } }))
    expect(failure).toMatchObject({ facts: { status: 429, retryAfterSeconds: 40 } })
    expect(describeFailure(failure)).toContain('Wait 1 minute, then try again.')
  })
  it('that requires an access token is listed only if the token is valid', async () => {
    expect(await failureIn(list('org/Tiny-GGUF', { token: 'hf_right' }, 'hf_wrong'))).toMatchObject({ code: 'repository-refused' })
    expect(await list('org/Tiny-GGUF', { token: 'hf_right' }, 'hf_right')).toHaveLength(3)
  })
  it('is reported if it has no GGUF file', async () => {
    expect(await failureIn(list('org/Plain'))).toEqual({ code: 'repository-without-gguf', facts: { repository: 'org/Plain', files: 1 } })
  })
  it('is refused if it has unsafe file names', async () => {
    for (const path of ['../../.bashrc.gguf', '/etc/x.gguf', 'a\\..\\b.gguf'])
      expect(await failureIn(list('org/Tiny-GGUF', { madeUpPaths: [path] }))).toMatchObject({ code: 'server-answer-invalid' })
  })
  it('is refused if the hub’s response is not a list', async () => {
    expect(await failureIn(list('org/Tiny-GGUF', { refuse: { path: /api/, status: 200 } }))).toMatchObject({
      code: 'server-answer-invalid',
    })
  })
  it('is not requested while Headroom is offline', async () => {
    const proxy = await MadeProxy.start()
    const named = proxy.nameFor(hub.url)
    const parsed = parseModelAddress('org/Tiny-GGUF', named)
    if (parsed.kind !== 'repository') throw new Error('Expected a repository')
    const shut = new Network({ hub: named, isOffline: () => true, findProxy: proxy.findProxy })
    expect(await failureIn(listRepository(parsed, shut))).toMatchObject({ code: 'offline' })
    expect([hub.requests, proxy.asked]).toEqual([[], []])
  })
})
