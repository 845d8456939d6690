import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { bytesOf, type Recording } from './recordings/recording'

/** Much faster than the recorded server, but its pieces still arrive one after the other. */
const pace = 0.02

/** Answers any chat as the recorded server answered the recorded one. */
export async function answering({ exchanges }: Recording) {
  const exchange = exchanges.find(({ request }) => /chat/.test(request.path))
  if (!exchange) throw new Error('Expected a recorded chat')
  const server = createServer(async (request, response) => {
    request.resume()
    response.writeHead(exchange.answer.status, exchange.answer.headers)
    const startMs = performance.now()
    for (const piece of exchange.answer.pieces) {
      await wait(Math.max(0, piece[0] * pace - (performance.now() - startMs)))
      response.write(bytesOf(piece))
    }
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}
