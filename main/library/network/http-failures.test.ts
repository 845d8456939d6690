import { generate } from 'selfsigned'
import { describe, expect, it } from 'vitest'
import { describeFailure } from '../../../core/copy/failures'
import { failure, failureIn, good, read, readAt, serve, server, small } from '../testing/read-from-bad-server'

describe('a server that refuses a request', () => {
  it('is reported with its HTTP status and advice', async () => {
    const todo = {
      401: 'accept its terms on its page and give Headroom an access token (Models, Get a model).',
      403: 'accept its terms on its page and give Headroom an access token (Models, Get a model).',
      404: 'Check the address. It must lead to the .gguf file.',
      410: 'Check the address. It must lead to the .gguf file.',
      416: 'Check the address, or download the file with a browser and open it from disk.',
      302: 'Check the address, or download the file with a browser and open it from disk.',
    }
    for (const [status, sentence] of Object.entries(todo)) {
      const found = await failure(small, { status: Number(status) })
      expect(found).toMatchObject({ code: 'download-refused', facts: { status: Number(status) } })
      expect(describeFailure(found)).toContain(sentence)
      expect(server?.requests).toHaveLength(1)
      await server?.close()
    }
  })

  it('gets the request again if the refusal is temporary, three times in total', async () => {
    for (const status of [408, 429, 500, 502, 503, 504]) {
      expect((await read(small, { status, failures: 2 })).reading).toMatchObject(good)
      await server?.close()
      expect(await failure(small, { status })).toMatchObject({ code: 'download-refused', facts: { status } })
      expect(server?.requests).toHaveLength(3)
      await server?.close()
    }
  })

  it('gets the request again only if its Retry-After is at most five seconds', async () => {
    for (const retryAfter of ['6', 'Fri, 31 Dec 2100 23:59:59 GMT', '99999999999']) {
      expect(await failure(small, { status: 429, retryAfter })).toMatchObject({ code: 'download-refused' })
      expect(server?.requests).toHaveLength(1)
      await server?.close()
    }
    expect(await failure(small, { status: 429, retryAfter: '0' })).toMatchObject({ code: 'download-refused' })
    expect(server?.requests).toHaveLength(3)
  })
})

describe('a server with connection problems', () => {
  it('is reported if it refuses the connection', async () => {
    const own = await serve(new Map())
    const url = own.url('m.gguf')
    await own.close()
    const found = await failureIn(readAt(url))
    expect(found).toEqual({ code: 'url-unreachable', facts: { url, reason: { kind: 'connection-refused' } } })
    expect(describeFailure(found)).toContain('Check the address and the internet connection, then try again.')
  })

  it('is reported if its host name does not exist', async () => {
    const found = await failureIn(readAt('http://no-such-host.invalid/m.gguf'))
    expect(found.code).toBe('url-unreachable')
  })

  it('is reported if it never answers', async () => {
    expect(await failure(small, { onRequest: () => false }, { silenceMs: 50 })).toMatchObject({
      code: 'url-unreachable',
      facts: { reason: { kind: 'silence', seconds: 0.05 } },
    })
    expect(server?.requests).toHaveLength(1)
  })

  it('is reported if it stalls in the middle of a response', async () => {
    for (const noRanges of [false, true]) {
      expect(await failure(small, { noRanges, stallAfterBytes: 100 }, { silenceMs: 100 })).toMatchObject({ code: 'url-unreachable' })
      await server?.close()
    }
  })

  it('is reported if it keeps sending too slowly', async () => {
    expect(await failure(small, { dripMs: 5 }, { silenceMs: 10_000, requestMs: 200 })).toMatchObject({
      code: 'url-unreachable',
      facts: { reason: { kind: 'answer-too-slow', seconds: 0.2 } },
    })
  })

  it('is reported if it speaks another protocol', async () => {
    const { createServer } = await import('node:net')
    const other = createServer((socket) => socket.on('data', () => socket.end('SSH-2.0-OpenSSH\r\n')).on('error', () => undefined))
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as { port: number }
    const plain = await failureIn(readAt(`http://127.0.0.1:${port}/m.gguf`))
    expect(plain).toMatchObject({ code: 'url-unreachable', facts: { reason: { kind: 'not-http' } } })
    const secure = await failureIn(readAt(`https://127.0.0.1:${port}/m.gguf`))
    expect(secure.code).toBe('url-unreachable')
    await new Promise((resolve) => other.close(resolve))
  })

  it('gets no request if its certificate is untrusted, and the error gives advice for organizations that inspect TLS traffic', async () => {
    const { createServer } = await import('node:https')
    let requests = 0
    const altNames = [{ type: 7, ip: '127.0.0.1' } as const]
    const { private: key, cert } = await generate([], { keyType: 'ec', extensions: [{ name: 'subjectAltName', altNames }] })
    const other = createServer({ key, cert }, (_request, response) => response.end(String(++requests)))
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as { port: number }
    const found = await failureIn(readAt(`https://127.0.0.1:${port}/m.gguf`))
    expect(found).toMatchObject({ code: 'certificate-untrusted', facts: { reason: 'unknown-issuer', name: 'DEPTH_ZERO_SELF_SIGNED_CERT' } })
    expect(describeFailure(found)).toContain('NODE_EXTRA_CA_CERTS')
    expect(requests).toBe(0)
    await new Promise((resolve) => other.close(resolve))
  })
})

describe('a compressed response', () => {
  it('is refused, because its length is not the length of the file', async () => {
    expect(await failure(small, { headers: () => ({ 'content-encoding': 'gzip' }) })).toMatchObject({
      code: 'server-answer-invalid',
      facts: { reason: { kind: 'compressed', encoding: 'gzip' } },
    })
  })
})
