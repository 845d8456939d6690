import { afterEach, beforeEach, expect, it } from 'vitest'
import { describeFailure } from '../../../core/copy/failures'
import { Network } from '../network/network'
import { type HubFaults, MadeHub } from '../testing/made-hub'
import { MadeProxy } from '../testing/made-proxy'
import { failureIn } from '../testing/read-from-bad-server'
import { mostFound, searchHub } from './search-hub'

const file = new Uint8Array(1)
let hub: MadeHub
beforeEach(async () => {
  hub = await MadeHub.start({
    'org/Tiny-GGUF': { 'a.gguf': file },
    'other/tiny-chat-GGUF': { 'a.gguf': file, 'b.gguf': file },
    'org/Large-GGUF': { 'a.gguf': file },
  })
})
afterEach(() => hub.stop())
const search = (words: string, faults: HubFaults = {}, network = new Network({ hub: hub.url })) => {
  hub.faults = faults
  return searchHub(words, network)
}

it('a search of the hub finds the repositories whose names contain all the words, the most downloaded first', async () => {
  expect(await search(' tiny GGUF ')).toEqual([
    { repository: 'other/tiny-chat-GGUF', downloads: 2 },
    { repository: 'org/Tiny-GGUF', downloads: 1 },
  ])
  expect(await search('nothing like it')).toEqual([])
  expect(hub.requests.map(({ path }) => path)).toEqual(['/api/models', '/api/models'])
})

it('a search of the hub returns a limited number of repositories, and no unsafe names', async () => {
  for (let index = 0; index < 2 * mostFound; index++) hub.repositories.set(`many/m${index}`, new Map())
  hub.repositories.set('many/../../etc', new Map())
  hub.repositories.set('many', new Map([['a', file]]))
  const found = await search('many')
  expect(found).toHaveLength(mostFound)
  expect(found.every(({ repository }) => /^many\/m\d+$/.test(repository))).toBe(true)
})

it('a search of the hub reports the HTTP status and advice if the hub refuses', async () => {
  const busy = await failureIn(search('tiny', { refuse: { path: /api/, status: 429, retryAfter: '40' } }))
  expect(busy).toMatchObject({ code: 'search-refused', facts: { status: 429, retryAfterSeconds: 40 } })
  expect(describeFailure(busy)).toContain('Wait 1 minute, then try again.')
  expect(await failureIn(search('tiny', { refuse: { path: /api/, status: 200 } }))).toMatchObject({ code: 'server-answer-invalid' })
})

it('a search of the hub sends no request while Headroom is offline', async () => {
  const proxy = await MadeProxy.start()
  const network = new Network({ hub: proxy.nameFor(hub.url), isOffline: () => true, findProxy: proxy.findProxy })
  expect(await failureIn(search('tiny', {}, network))).toMatchObject({ code: 'offline' })
  expect([hub.requests, proxy.asked]).toEqual([[], []])
})
