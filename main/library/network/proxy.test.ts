import { createHash } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fetchFile } from '../download/fetch-file'
import { PartFile } from '../files/part-file'
import { startBadServer } from '../testing/bad-server'
import { MadeHub } from '../testing/made-hub'
import { MadeProxy } from '../testing/made-proxy'
import { failureIn } from '../testing/read-from-bad-server'
import { Network } from './network'
import { environmentProxy, proxyFromPac } from './proxy'
import type { ServerAnswer } from './server-answer'

const proxyFor = async (url: string, environment: NodeJS.ProcessEnv) => (await environmentProxy(environment)(new URL(url)))?.href

describe('the proxy configuration in the environment', () => {
  it('names a proxy for each scheme, and lowercase names take precedence', async () => {
    const environment = { http_proxy: 'http://plain:1', HTTPS_PROXY: 'http://upper:2', https_proxy: 'lower:3' }
    expect(await proxyFor('http://a.example/', environment)).toBe('http://plain:1/')
    expect(await proxyFor('https://a.example/', environment)).toBe('http://lower:3/')
    expect(await proxyFor('https://a.example/', { ALL_PROXY: 'socks5://s:1080' })).toBe('socks5://s:1080')
    expect(await proxyFor('https://a.example/', {})).toBeUndefined()
    expect(await proxyFor('https://a.example/', { https_proxy: '::' })).toBeUndefined()
  })
  it('can exempt host names, their subdomains, and single ports', async () => {
    const environment = { https_proxy: 'http://p:1', no_proxy: 'a.example, .b.example c.example:8443' }
    for (const url of ['https://a.example/', 'https://x.a.example/', 'https://x.b.example/', 'https://c.example:8443/'])
      expect(await proxyFor(url, environment)).toBeUndefined()
    for (const url of ['https://xa.example/', 'https://c.example/', 'https://d.example/'])
      expect(await proxyFor(url, environment)).toBe('http://p:1/')
    expect(await proxyFor('https://a.example/', { https_proxy: 'http://p:1', NO_PROXY: '*' })).toBeUndefined()
  })
  it('is ignored for addresses of this machine', async () => {
    for (const host of ['localhost', '127.0.0.1', '[::1]', 'a.localhost'])
      expect(await proxyFor(`http://${host}:8080/`, { http_proxy: 'http://p:1' })).toBeUndefined()
  })
})

describe('proxyFromPac', () => {
  it('returns the first proxy of a list', () => {
    expect(proxyFromPac('PROXY proxy.example:3128; DIRECT')?.href).toBe('http://proxy.example:3128/')
    expect(proxyFromPac('HTTPS proxy.example:443')?.href).toBe('https://proxy.example/')
    expect(proxyFromPac('SOCKS5 s.example:1080')?.protocol).toBe('socks5:')
    expect(proxyFromPac('DIRECT')).toBeUndefined()
    expect(proxyFromPac('')).toBeUndefined()
  })
})

describe('a request through a proxy', () => {
  const network = (address: string | URL) => new Network({ findProxy: async () => new URL(address) })
  const contentOf = async (answer: Promise<ServerAnswer>) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of (await answer).body) chunks.push(chunk)
    return Buffer.concat(chunks)
  }
  const ask = (through: Network) => through.get(new URL('http://models.example/m.gguf'), {}, new AbortController().signal)

  it('reaches a server that only the proxy can resolve', async () => {
    const server = await startBadServer(new Map([['m.gguf', new TextEncoder().encode('bytes')]]))
    const proxy = await MadeProxy.start({ port: Number(new URL(server.url('')).port) })
    expect(String(await contentOf(ask(network(proxy.url))))).toBe('bytes')
    expect(proxy.asked[0]).toMatch(/^CONNECT models\.example:80 HTTP\/1\.1\r\n/)
    await server.close()
  })

  it('can download a whole file, and follows redirects', async () => {
    const hub = await MadeHub.start({ 'org/m': { 'm.gguf': new TextEncoder().encode('a model') } })
    const { url: address } = await MadeProxy.start({ port: Number(hub.url.port) })
    const part = await PartFile.open(join(mkdtempSync(join(tmpdir(), 'headroom-proxy-')), 'm.gguf.unfinished'))
    const options = { signal: new AbortController().signal, mark: null, onMark: () => {}, onBytes: () => {}, onPause: () => {} }
    const url = new URL('http://hub.example/org/m/resolve/main/m.gguf')
    await fetchFile(part, { url, sizeBytes: 7, sha256: null }, { ...options, network: network(address) })
    expect(await part.finish()).toBe(createHash('sha256').update('a model').digest('hex'))
    expect(hub.requests.map(({ status }) => status)).toEqual([302, 200])
    await part.close()
    await hub.stop()
  })

  it('never sends the token over plain http, not even for a hub on this machine', async () => {
    const hub = await MadeHub.start({ 'org/m': { 'm.gguf': new Uint8Array(1) } })
    const { url: address } = await MadeProxy.start({ port: Number(hub.url.port) })
    const token = () => 'hf_secret'
    for (const name of ['http://hub.example/', hub.url.href]) {
      const through = new Network({ hub: new URL(name), token, findProxy: async () => address })
      await contentOf(through.get(new URL('org/m/resolve/main/m.gguf', name), {}, new AbortController().signal))
    }
    const direct = new Network({ hub: hub.url, token, findProxy: async () => undefined })
    await contentOf(direct.get(new URL('org/m/resolve/main/m.gguf', hub.url), {}, new AbortController().signal))
    expect(hub.requests.map(({ authorization }) => authorization)).toEqual([undefined, undefined, 'Bearer hf_secret'])
    await hub.stop()
  })

  it('sends the user and password in the proxy’s address only to the proxy', async () => {
    const server = await startBadServer(new Map([['m.gguf', new Uint8Array(1)]]))
    const proxy = await MadeProxy.start({ port: Number(new URL(server.url('')).port) })
    const address = proxy.url
    address.username = 'me'
    address.password = 'secret'
    await contentOf(ask(network(address)))
    expect(proxy.asked[0]).toContain(`Basic ${Buffer.from('me:secret').toString('base64')}`)
    expect(server.requests[0]?.headers).not.toHaveProperty('proxy-authorization')
    await server.close()
  })

  it('reports the proxy’s refusal, and what the proxy requires', async () => {
    const { url: address } = await MadeProxy.start({ refusal: '407 Proxy Authentication Required' })
    expect(await failureIn(ask(network(address)))).toEqual({
      code: 'url-unreachable',
      facts: { url: 'http://models.example/m.gguf', reason: { kind: 'proxy-needs-login', proxy: address.host } },
    })
    const strict = await MadeProxy.start({ refusal: '403 Forbidden' })
    expect(await failureIn(ask(network(strict.url)))).toMatchObject({
      facts: { reason: { kind: 'proxy-refused', status: 403 } },
    })
  })

  it('names the proxy if it is unreachable', async () => {
    const proxy = await MadeProxy.start()
    const address = proxy.url
    await proxy.stop()
    expect(await failureIn(ask(network(address)))).toMatchObject({
      code: 'url-unreachable',
      facts: { reason: { kind: 'proxy-unreachable', proxy: address.host, problem: 'connection-refused' } },
    })
  })

  it('is refused while Headroom is offline, even to this machine, because it would leave this machine', async () => {
    const server = await startBadServer(new Map([['m.gguf', new Uint8Array(1)]]))
    const proxy = await MadeProxy.start({ port: Number(new URL(server.url('')).port) })
    const offline = new Network({ findProxy: proxy.findProxy, isOffline: () => true })
    for (const url of ['http://models.example/m.gguf', server.url('m.gguf')])
      expect(await failureIn(offline.get(new URL(url), {}, new AbortController().signal))).toMatchObject({ code: 'offline' })
    expect([proxy.asked, server.requests]).toEqual([[], []])
    await server.close()
  })

  it('is refused if the kind of proxy is unsupported, and the error names the kind', async () => {
    expect(await failureIn(ask(network('socks5://127.0.0.1:1080')))).toEqual({
      code: 'url-unreachable',
      facts: { url: 'http://models.example/m.gguf', reason: { kind: 'proxy-protocol', protocol: 'socks5' } },
    })
  })
})
