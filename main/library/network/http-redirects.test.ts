import { describe, expect, it } from 'vitest'
import { startBadServer } from '../testing/bad-server'
import { failure, good, large, read, readAt, serve, server, small } from '../testing/read-from-bad-server'

describe('a redirect', () => {
  it('is followed to a relative address and to another host, and its target is remembered', async () => {
    const store = await startBadServer(new Map([['blob/1', large]]))
    try {
      const redirect = (path: string) => (path === 'old/m.gguf' ? '/new/m.gguf' : `${store.url('blob/1')}?signature=1`)
      const own = await serve(new Map(), { redirect, redirectStatus: 307 })
      const { reading, traffic } = await readAt(own.url('old/m.gguf'))
      expect(reading).toMatchObject(good)
      expect(traffic.requests).toBe(4)
      expect(own.requests).toHaveLength(2)
      expect(store.requests).toHaveLength(4)
    } finally {
      await store.close()
    }
  })

  it('is followed without cookies or a Referer', async () => {
    const store = await startBadServer(new Map([['m', small]]))
    try {
      const own = await serve(new Map(), { redirect: () => store.url('m') })
      await readAt(own.url('m.gguf'))
      for (const { headers } of [...own.requests, ...store.requests])
        expect(Object.keys(headers).sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'range', 'user-agent'])
    } finally {
      await store.close()
    }
  })

  it('is followed for every redirect status', async () => {
    for (const redirectStatus of [301, 302, 303, 307, 308]) {
      const { reading } = await read(small, { redirect: (_, request) => (request === 1 ? 'm.gguf' : undefined), redirectStatus })
      expect(reading).toMatchObject(good)
      await server?.close()
    }
  })

  it('is followed at most five times', async () => {
    const redirect = (times: number) => (_: string, request: number) => (request <= times ? 'm.gguf' : undefined)
    expect((await read(small, { redirect: redirect(5) })).reading).toMatchObject(good)
    await server?.close()
    expect(await failure(small, { redirect: redirect(6) })).toMatchObject({
      code: 'server-answer-invalid',
      facts: { reason: { kind: 'too-many-redirects', limit: 5 } },
    })
  })

  it('is not followed to another scheme, with a password, or without a target', async () => {
    const targets = {
      'file:///etc/passwd': { kind: 'redirect-refused', problem: { kind: 'protocol', protocol: 'file:' } },
      'http://u:p@127.0.0.1/': { kind: 'redirect-refused', problem: { kind: 'with-password' } },
      'http://': { kind: 'redirect-malformed' },
    }
    for (const [location, reason] of Object.entries(targets)) {
      expect(await failure(small, { redirect: () => location })).toMatchObject({
        code: 'server-answer-invalid',
        facts: { reason },
      })
      await server?.close()
    }
  })
})
