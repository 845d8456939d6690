import { expect, it } from 'vitest'
import { newTextCauses } from '../contract/requests/request-causes'
import { seededRandom } from '../stats/seeded-random'
import { explainRequest } from './explain-request'
import { assistant, longSystem, type Said, Traces, tools, user } from './testing/traces'
import { commonTokens, lengthOf, tokenAt } from './traced-request'

const runs = 120

it('gives causes that never contradict the tokens', () => {
  const seen = new Set<string>()
  for (let seed = 0; seed < runs; seed++) {
    const random = seededRandom(seed)
    const pick = <T>(...of: readonly T[]): T => of[Math.floor(random() * of.length)] as T
    const traces = new Traces()
    for (let step = 0; step < 8; step++) {
      const earlier = [...traces.sent]
      const said: Said[] = [
        user(pick('Fix the build.', 'Rename it.')),
        assistant('Done.', pick('I think.', undefined, undefined)),
        user(pick('Go on.', 'Stop.')),
      ]
      const request = traces.send({
        client: pick('a', 'b'),
        system: pick('', 'cch-header: ', 'Today is 2026-11-26. ', 'Today is 2026-11-27. ') + longSystem.slice(0, 400),
        tools: pick(tools, [...tools].reverse(), []),
        said: said.slice(0, pick(1, 3)),
        answer: assistant(pick('Done.', 'Done.', 'No.'), pick('I think.', undefined, undefined)),
        sequence: pick(0, 1),
        settings: pick('f16', 'f16', 'q8_0'),
        context: pick('1', '1', '1', '2'),
        endedMs: pick(undefined, undefined, null) as never,
      })
      const found = explainRequest(request, earlier)
      const processed = request.tokens.length - request.reusedTokens
      expect(request.reusedTokens + processed).toBe(request.tokens.length)
      expect(found.lostTokens).toBeLessThanOrEqual(processed)
      if (newTextCauses.includes(found.cause)) expect(found.lostTokens).toBeLessThan(Math.max(1, processed))
      const compared = earlier.find(({ id }) => id === found.comparedId)
      if (found.comparedId !== null) expect(compared).toBeDefined()
      if (found.divergence && compared) {
        const { position } = found.divergence
        expect(position).toBe(commonTokens(compared, request))
        expect(tokenAt(compared, position)).not.toBe(request.tokens[position])
      }
      if (compared && ['evicted', 'busy', 'engine-restarted', 'other-sequence'].includes(found.cause))
        expect(commonTokens(compared, request)).toBeGreaterThan(request.reusedTokens)
      if (compared && found.cause === 'continued') expect(commonTokens(compared, request)).toBe(lengthOf(compared))
      if (compared && found.cause === 'other-settings') expect(compared.settings).not.toBe(request.settings)
      if (found.cause === 'first-request') expect(earlier.filter(({ client }) => client === request.client)).toEqual([])
      seen.add(found.cause)
    }
  }
  expect([...seen].sort()).toEqual(expect.arrayContaining(['busy', 'clock', 'engine-restarted', 'evicted', 'tools-reordered']))
})
