import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { madeServer } from '../testing/made-server'

const message = expect.stringMatching(/^This server has no endpoint /)
const ollama = { error: message }
const anthropic = { type: 'error', error: { type: 'not_found_error', message }, request_id: null }
const llamaCpp = { error: { code: 404, message, type: 'not_found_error' } }
const openAi = { error: { message, type: 'not_found_error', param: null, code: 'api-path-unknown' } }

it.each([
  ['POST', '/api/pull', ollama],
  ['GET', '/api/chat', ollama],
  ['POST', '/api/nope', ollama],
  ['GET', '/v1/messages', anthropic],
  ['POST', '/v1/messages/batches', anthropic],
  ['GET', '/completion', llamaCpp],
  ['DELETE', '/slots/1', llamaCpp],
  ['PUT', '/v1/responses/resp_1', openAi],
  ['GET', '/v1/chat/completions', openAi],
  ['POST', '/v1/nope', openAi],
  ['GET', '/', openAi],
  ['GET', '/apinope', openAi],
])('refuses %s %s in the shape of the dialect that has the most similar path', async (method, path, body) => {
  const { service, url } = await madeServer()
  const dialects: string[] = []
  service.news.listen((news) => void (news.type === 'refused' && dialects.push(news.client.dialect)))
  const response = await fetch(`${url}${path}`, { method, ...(method === 'POST' ? { body: '{}' } : {}) })
  expect([response.status, await response.json()]).toEqual([404, body])
  expect(dialects).toEqual([
    body === ollama
      ? 'ollama'
      : body === anthropic
        ? 'anthropic'
        : body === llamaCpp
          ? 'llama.cpp'
          : path.startsWith('/v1/responses')
            ? 'responses'
            : 'openai',
  ])
})

it('refuses a request from a web page in the shape of the dialect', async () => {
  const { url } = await madeServer()
  const response = await fetch(`${url}/api/chat`, { method: 'POST', body: '{}', headers: { origin: 'http://localhost:3000' } })
  expect([response.status, await response.json()]).toEqual([403, { error: expect.stringContaining('web page') }])
})

it.each(['//', 'http://['])('refuses the path %s, which no URL can have', async (path) => {
  const { url } = await madeServer()
  const { hostname, port } = new URL(url)
  const asked = request({ hostname, port, path })
  asked.end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  expect([response.statusCode, await json(response)]).toEqual([404, openAi])
})
