import { expect, it } from 'vitest'
import { Network } from '../library/network/network'
import { LyingServer } from './testing/lying-server'
import { tokenizer } from './tokenize'

/** Closes the connection of the first `closed` requests. */
async function askedOf(closed: number) {
  const server = await LyingServer.start({
    '/tokenize': (response) => {
      if (server.requests.length <= closed) response.socket?.destroy()
      else response.writeHead(200, { 'content-type': 'application/json' }).end('{"tokens":[1,2]}')
    },
  })
  const tokenize = tokenizer(new Network(), { ...server.address, key: null }, 'llama-server', 'tiny')
  return { server, tokenized: tokenize?.('a b', { addSpecial: true }, new AbortController().signal) }
}

it('a server that closes the connection is asked again', async () => {
  const { server, tokenized } = await askedOf(1)
  expect((await tokenized)?.tokens).toEqual([1, 2])
  expect(server.requests).toHaveLength(2)
})
it('a server that closes the connection twice is not asked a third time', async () => {
  const { server, tokenized } = await askedOf(2)
  await expect(tokenized).rejects.toMatchObject({ failure: { code: 'server-dropped' } })
  expect(server.requests).toHaveLength(2)
})
