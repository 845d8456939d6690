import { expect, it } from 'vitest'
import type { SimulationChange } from '../../contract/requests/requests'
import { explainRequest } from '../explain-request'
import { assistant, longSystem, type Said, Traces, tools, user } from '../testing/traces'
import { type TimedRequest, whatWouldHelp } from './what-would-help'

const settings = { sequences: 1, contextTokens: 8192, storeTokens: 0 }

const explained = ({ sent }: Traces): TimedRequest[] =>
  sent.map((request, at) => ({ request, explanation: explainRequest(request, sent.slice(0, at)), msPerToken: 2 }))

function helped(traces: Traces) {
  const simulation = whatWouldHelp(explained(traces), settings)
  const row = (change: SimulationChange) => simulation.rows.find((found) => found.change === change) ?? expect.fail()
  return { simulation, row }
}

const turns = (count: number): Said[] =>
  Array.from({ length: count }, (_, at) => (at % 2 === 0 ? user(`Question ${at}, about bridges.`) : assistant(`Answer ${at}.`)))

it('reuses the same tokens in the replay that the cache could reuse for the requests', () => {
  const traces = new Traces()
  for (const count of [1, 3, 5]) traces.send({ system: longSystem, said: turns(count), answer: turns(count + 1).at(-1) as Said })
  const { simulation, row } = helped(traces)
  expect(row('as-is').reusedTokens).toBe(simulation.measuredReusedTokens)
  for (const { reusedTokens, processedTokens, savedMs } of simulation.rows) {
    expect(reusedTokens + processedTokens).toBe(simulation.promptTokens)
    expect(savedMs).toBe(0)
  }
})
it('shows that an unchanged header would help, and more sequences would not', () => {
  const traces = new Traces()
  for (const [at, cch] of ['36ee5', '0aaa9', 'fa690', 'eb6c6'].entries())
    traces.send({ system: `x-anthropic-billing-header: cc_version=2.1.37.${at}d9; cch=${cch};\n${longSystem}`, said: turns(2 * at + 1) })
  const { simulation, row } = helped(traces)
  expect(row('more-sequences').reusedTokens).toBeLessThan(simulation.promptTokens * 0.1)
  expect(row('header-kept').reusedTokens).toBeGreaterThan(simulation.promptTokens * 0.6)
  expect(row('header-kept').savedMs).toBe(2 * (row('as-is').processedTokens - row('header-kept').processedTokens))
})
it('shows that two sequences would help two clients', () => {
  const traces = new Traces()
  for (const count of [1, 3, 5])
    for (const client of ['claude-cli', 'codex']) traces.send({ client, system: `You are ${client}. ${longSystem}`, said: turns(count) })
  const { simulation, row } = helped(traces)
  expect(row('as-is').reusedTokens).toBeLessThan(simulation.promptTokens * 0.1)
  expect(row('more-sequences').reusedTokens).toBeGreaterThan(simulation.promptTokens * 0.6)
  expect(row('memory-store').reusedTokens).toBeGreaterThan(simulation.promptTokens * 0.6)
})
it('shows that sorted tools would help', () => {
  const traces = new Traces()
  for (const at of [0, 1, 2, 3]) traces.send({ tools: at % 2 === 0 ? tools : [...tools].reverse(), said: turns(2 * at + 1) })
  const { row } = helped(traces)
  expect(row('tools-sorted').reusedTokens).toBeGreaterThan(2 * row('as-is').reusedTokens)
})
it('shows that kept reasoning would help', () => {
  const traces = new Traces()
  const thought = (at: number) => assistant(`Answer ${at}.`, `The user asks question ${at - 1}. ${longSystem}`)
  for (const count of [1, 3, 5]) traces.send({ said: turns(count), answer: thought(count) })
  const { row } = helped(traces)
  expect(row('reasoning-kept').reusedTokens).toBeGreaterThan(row('as-is').reusedTokens)
})
