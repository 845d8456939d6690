import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { startBadServer } from './bad-server'
import { Network } from './network'
import { environmentProxy, proxyFromPac } from './proxy'
import { failureIn } from './read-from-bad-server'

const proxyFor = async (url: string, environment: NodeJS.ProcessEnv) => (await environmentProxy(environment)(new URL(url)))?.href

describe('the environment', () => {
  it('names a proxy per scheme, in small letters first', async () => {
    const environment = { http_proxy: 'http://plain:1', HTTPS_PROXY: 'http://upper:2', https_proxy: 'lower:3' }
    expect(await proxyFor('http://a.example/', environment)).toBe('http://plain:1/')
    expect(await proxyFor('https://a.example/', environment)).toBe('http://lower:3/')
    expect(await proxyFor('https://a.example/', { ALL_PROXY: 'socks5://s:1080' })).toBe('socks5://s:1080')
    expect(await proxyFor('https://a.example/', {})).toBeUndefined()
    expect(await proxyFor('https://a.example/', { https_proxy: '::' })).toBeUndefined()
  })
  it('exempts names, what is below them, and single ports', async () => {
    const environment = { https_proxy: 'http://p:1', no_proxy: 'a.example, .b.example c.example:8443' }
    for (const url of ['https://a.example/', 'https://x.a.example/', 'https://x.b.example/', 'https://c.example:8443/'])
      expect(await proxyFor(url, environment)).toBeUndefined()
    for (const url of ['https://xa.example/', 'https://c.example/', 'https://d.example/'])
      expect(await proxyFor(url, environment)).toBe('http://p:1/')
    expect(await proxyFor('https://a.example/', { https_proxy: 'http://p:1', NO_PROXY: '*' })).toBeUndefined()
  })
  it('is not asked for this machine itself', async () => {
    for (const host of ['localhost', '127.0.0.1', '[::1]', 'a.localhost'])
      expect(await proxyFor(`http://${host}:8080/`, { http_proxy: 'http://p:1' })).toBeUndefined()
  })
})

describe('proxyFromPac', () => {
  it('takes the first of a list', () => {
    expect(proxyFromPac('PROXY proxy.example:3128; DIRECT')?.href).toBe('http://proxy.example:3128/')
    expect(proxyFromPac('HTTPS proxy.example:443')?.href).toBe('https://proxy.example/')
    expect(proxyFromPac('SOCKS5 s.example:1080')?.protocol).toBe('socks5:')
    expect(proxyFromPac('DIRECT')).toBeUndefined()
    expect(proxyFromPac('')).toBeUndefined()
  })
})

describe('a request through a proxy', () => {
  let proxy: Server | undefined
  const sockets = new Set<Socket>()
  afterEach(() => {
    for (const socket of sockets) socket.destroy()
    proxy?.close()
  })

  it('reaches a server that only the proxy knows', async () => {
    const server = await startBadServer(new Map([['m.gguf', new TextEncoder().encode('bytes')]]))
    const asked: string[] = []
    // Leads every name to our server, as a proxy that knows more than this machine does.
    proxy = createServer((socket) => {
      sockets.add(socket)
      socket.once('data', (head) => {
        asked.push(String(head).split('\r\n')[0] ?? '')
        const target = connect(Number(new URL(server.url('')).port), '127.0.0.1', () => socket.write('HTTP/1.1 200 Connected\r\n\r\n'))
        sockets.add(target)
        socket.pipe(target).pipe(socket)
      })
      socket.on('error', () => {})
    })
    await new Promise<void>((resolve) => proxy?.listen(0, '127.0.0.1', resolve))
    const { port } = proxy.address() as { port: number }
    const network = new Network({ findProxy: async () => new URL(`http://127.0.0.1:${port}/`) })
    const response = await network.fetch(new URL('http://models.example/m.gguf'), {}, new AbortController().signal)
    expect(await response.text()).toBe('bytes')
    expect(asked).toEqual(['CONNECT models.example:80 HTTP/1.1'])
    await server.close()
  })

  it('of a kind that cannot be used is refused with its name', async () => {
    const network = new Network({ findProxy: async () => new URL('socks5://127.0.0.1:1080') })
    expect(await failureIn(network.fetch(new URL('http://models.example/'), {}, new AbortController().signal))).toEqual({
      code: 'url-unreachable',
      facts: { url: 'http://models.example/', reason: 'its proxy speaks socks5, and only http proxies can be used' },
    })
  })
})
