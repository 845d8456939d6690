import { expect, it } from 'vitest'
import { Scrubber } from './scrub'

/** A token for each two letters or digits, and for each other character. */
const count = async (text: string) => (text.match(/[\p{L}\d]{1,2}|[^\p{L}\d]/gu) ?? []).length
const scrubbed = async (...texts: readonly string[]) => {
  const scrubber = new Scrubber(count)
  const all: string[] = []
  for (const text of texts) all.push(await scrubber.text(text))
  return all as [string, string, string]
}

it('keeps tokens, equal words, and the positions where texts differ', async () => {
  const before = [
    'You must always answer briefly. Today is Friday, 2026-11-27.',
    'You must always answer briefly. Today is Monday, 2026-11-30.',
  ] as const
  const [one, other] = await scrubbed(...before)
  expect(one).not.toMatch(/always|answer|briefly/)
  expect(one).toMatch(/^You \w+ \w+ \w+ \w+\. \w+ is Friday, 2026-11-27\.$/)
  expect(await count(one)).toBe(await count(before[0]))
  const at = one.indexOf('Friday')
  expect([one.slice(0, at), other.slice(at)]).toEqual([other.slice(0, at), 'Monday, 2026-11-30.'])
})

it('replaces different words by different words, in the same case', async () => {
  const words = Array.from({ length: 200 }, (_, at) => `word${String.fromCharCode(97 + (at % 26), 97 + Math.floor(at / 26))}`)
  const [text] = await scrubbed(words.join(' '))
  expect(new Set(text.split(' ')).size).toBe(200)
  const [cases] = await scrubbed('IMPORTANT Important important')
  expect(cases).toMatch(/^[A-Z]+ [A-Z][a-z]+ [a-z]+$/)
  expect(cases).not.toMatch(/important/i)
})

it('gives the same words each time', async () => {
  expect(await scrubbed('Always explain what changed')).toEqual(await scrubbed('Always explain what changed'))
})

it('leaves names, arguments and the answers of the model as they are, and removes random IDs', async () => {
  const body = {
    model: 'pocket',
    metadata: { user_id: 'user_3f2b8c1d9e7a6f504b3c2d1e_session_1b671a64-40d5-491e-99b0-da01ff1f3341' },
    system: [{ type: 'text', text: 'Explain everything' }],
    tools: [
      { name: 'Search', input_schema: { type: 'object', properties: { pattern: { type: 'string', description: 'Regular expression' } } } },
    ],
    messages: [
      { role: 'user', content: 'Search something' },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Pocket answers' },
          { type: 'tool_use', name: 'Search', input: { pattern: 'harbor' } },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', content: [{ type: 'text', text: 'Nothing found' }] }] },
    ],
  }
  const result = await new Scrubber(count).body(body)
  const text = JSON.stringify(result)
  expect(text).not.toMatch(/Explain|everything|Regular|expression|something|Nothing|found|3f2b8c|1b671a64/)
  expect(result).toMatchObject({
    metadata: { user_id: 'user_000000000000000000000001_session_00000000-0000-0000-0000-000000000002' },
    tools: [{ name: 'Search', input_schema: { properties: { pattern: { type: 'string' } } } }],
    messages: [{ role: 'user' }, body.messages[1], { role: 'user' }],
  })
})
