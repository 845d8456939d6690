import { expect, it } from 'vitest'
import { servePeer } from './serve-peer'

it('servePeer ignores items that are streamed into a request, because no procedure takes a stream', async () => {
  const listeners: ((data: unknown) => void)[] = []
  const channel = { send: () => {}, onMessage: (listener: (data: unknown) => void) => void listeners.push(listener), onClose: () => {} }
  const taken = new Promise((resolve) => {
    const handle = async ({ body }: { body: unknown }) => {
      const first = (body as AsyncIterator<unknown>).next()
      resolve(await first.then(({ value }) => value).catch((error: Error) => error.name))
      return { status: 200, headers: {}, body: undefined }
    }
    servePeer(channel, handle, () => {})
  })
  const send = (message: object) => listeners[0]?.(JSON.stringify({ i: '1', ...message }))
  send({ p: { u: '/x', h: { 'content-type': 'text/event-stream' } } })
  await new Promise(setImmediate)
  send({ t: 3, p: { e: 'message', d: 'kept' } })
  await new Promise(setImmediate)
  send({ t: 4 })
  expect(await taken).toBe('AbortError')
})
