/** Clients that cut, extend or rewrite the history of a conversation. */
import { describe, expect, it } from 'vitest'
import { copy } from '../copy/copy'
import { assistant, longSystem, type Said, type Sent, systemNote, Traces, toolResult, tools, user } from './testing/traces'

const long = (topic: string): string =>
  Array.from({ length: 6 }, (_, at) => `${topic} ${at + 1}: the bridge needs a new ${topic} before winter.`).join(' ')

const [ask, short, second, reply, third] = [
  user(long('pillar')),
  assistant('Yes.'),
  user(long('deck')),
  assistant(long('cable')),
  user(long('railing')),
] as const
const call: Said = { role: 'assistant', text: '', call: '{"name":"Read","arguments":{"path":"bridge.md"}}' }
const result = toolResult(long('bolt'))
const next = user('What is left to do?')
const you = 'You plan the repair of bridges.'
const conversation: Sent = { system: you, said: [ask, short, second, reply, third], answer: assistant(long('paint')) }
const whole: readonly Said[] = [...conversation.said, conversation.answer as Said]

function after(earlier: Sent, now: Sent) {
  const traces = new Traces()
  traces.send(earlier)
  return traces.explain(now)
}
const then = (said: readonly Said[], fields: Partial<Sent> = {}) =>
  after(conversation, { ...conversation, ...fields, said: [...said, next] })
const without = (...numbers: number[]): Said[] => whole.filter((_, at) => !numbers.includes(at + 1))

describe('a message that the client left out', () => {
  it('is an answer between two messages of the user', () => {
    const found = then(without(2))
    expect(found).toMatchObject({ cause: 'message-removed', divergence: { part: 'template', message: 2 } })
    expect(found.lostTokens).toBeGreaterThan(200)
  })
  it('has its number in the explanation', () => {
    const { meaningOf } = copy.requests.causes
    const shown = { ...then(without(2)), lostMs: null, heldBack: null }
    expect(meaningOf(shown, null)).toContain('message 2,')
    expect(meaningOf({ ...shown, divergence: null }, null)).not.toContain('message 2')
  })
  it('is the first message', () => {
    const found = then(without(1))
    expect(found).toMatchObject({ cause: 'message-removed', divergence: { message: 1 } })
    expect(found.lostTokens).toBeGreaterThan(200)
  })
  it('is a question with its answer, in the middle', () => {
    expect(then(without(3, 4))).toMatchObject({ cause: 'message-removed', divergence: { part: 'user', message: 3 } })
  })
  // open-webui/open-webui and Ollama keep the system prompt and the newest messages.
  it('is one of the oldest messages after the system prompt, which slide out of the history', () => {
    for (const numbers of [
      [1, 2],
      [1, 2, 3],
      [1, 2, 3, 4],
    ]) {
      const found = then(without(...numbers))
      expect(found).toMatchObject({ cause: 'message-removed', divergence: { message: 1 } })
      expect(found.lostTokens).toBeGreaterThan(50)
    }
  })
  it('is one of the oldest messages, and each message starts with a different time', () => {
    const timed = whole.map(({ text, ...message }, at) => ({ ...message, text: `[2026-11-29 12:0${at}] ${text}` }))
    const found = after(
      { system: you, said: timed.slice(0, 5), answer: timed[5] as Said },
      { system: you, said: [...timed.slice(2), next] },
    )
    expect(found).toMatchObject({ cause: 'message-removed', divergence: { message: 1 } })
  })
  it('is one of several that a note replaces', () => {
    const note = user('[Earlier messages were left out.]')
    expect(then([ask, note, ...without(1, 2, 3)])).toMatchObject({ cause: 'message-removed', divergence: { message: 2 } })
  })
  it('is an answer that the user stopped', () => {
    const found = after({ ...conversation, answer: assistant('First the') }, { ...conversation, said: [...conversation.said, next] })
    expect(found).toMatchObject({ cause: 'message-removed', lostTokens: 0, divergence: { message: 6 } })
  })
  it('is an answer with reasoning', () => {
    const thought = assistant('Yes.', long('thought'))
    const said = [ask, thought, second, reply, third]
    const found = after({ ...conversation, said }, { ...conversation, said: [ask, ...said.slice(2), whole[5] as Said, next] })
    expect(found).toMatchObject({ cause: 'message-removed', divergence: { message: 2 } })
  })
  it('is not the whole history if the first message is new', () => {
    expect(then([]).cause).toBe('new-conversation')
    expect(after(conversation, { ...conversation, said: [user('ok')] }).cause).toBe('new-conversation')
  })
  it('is not a summarized history', () => {
    const summary = user(`This session is being continued from a previous conversation. ${long('summary')}`)
    expect(then([summary, ...without(1, 2, 3)])).toMatchObject({ cause: 'compacted', divergence: { message: 1 } })
  })
})

describe('a message that the client inserted', () => {
  it('is named by its number', () => {
    const reminder = user(long('reminder'))
    expect(then([ask, short, reminder, assistant('Noted.'), ...without(1, 2)])).toMatchObject({
      cause: 'message-inserted',
      divergence: { message: 3 },
    })
    expect(then([ask, reminder, ...without(1)])).toMatchObject({ cause: 'message-inserted', divergence: { message: 2 } })
    expect(then([reminder, ...whole])).toMatchObject({ cause: 'message-inserted', divergence: { message: 1 } })
  })
  it('can be a system message', () => {
    expect(then([ask, short, systemNote(long('rule')), ...without(1, 2)])).toMatchObject({ cause: 'message-inserted' })
  })
})

describe('a message that the client rewrote', () => {
  it('joins two messages', () => {
    const said = [ask, short, assistant('The deck, too.'), second, reply, third]
    const found = after(
      { ...conversation, said },
      { ...conversation, said: [ask, assistant('Yes.\nThe deck, too.'), second, reply, third, whole[5] as Said, next] },
    )
    expect(found).toMatchObject({ cause: 'message-rewritten', divergence: { message: 2 } })
    expect(found.lostTokens).toBeGreaterThan(100)
  })
  it('joins the first two messages', () => {
    const said = [ask, systemNote('Be quick.'), ...without(1, 6)]
    const joined = [user(`${ask.text}\nBe quick.`), ...without(1), next]
    const found = after({ ...conversation, said }, { ...conversation, said: joined })
    expect(found).toMatchObject({ cause: 'message-rewritten', divergence: { message: 1 } })
    expect(found.lostTokens).toBeGreaterThan(200)
  })
  it('is the first one, if the others stay', () => {
    const found = then([user(long('tower')), ...without(1)])
    expect(found).toMatchObject({ cause: 'message-rewritten', divergence: { part: 'user', message: 1 } })
    expect(found.lostTokens).toBeGreaterThan(200)
  })
  it('has another role', () => {
    const rule = long('rule')
    const found = after(
      { ...conversation, said: [ask, short, systemNote(rule), ...without(1, 2, 6)] },
      { ...conversation, said: [ask, short, user(rule), ...without(1, 2), next] },
    )
    expect(found).toMatchObject({ cause: 'message-rewritten', divergence: { message: 3 } })
  })
  it('has lost its tool call, but not the result', () => {
    const rest = [result, reply, next]
    for (const text of ['I read the plan.', '']) {
      const said = [ask, { ...call, text }, result]
      expect(after({ ...conversation, said, answer: reply }, { ...conversation, said: [ask, assistant(text), ...rest] })).toMatchObject({
        cause: 'message-rewritten',
        divergence: { message: expect.any(Number) },
      })
    }
    expect(after({ ...conversation, said: [ask, call, result], answer: reply }, { ...conversation, said: [ask, ...rest] }).cause).toBe(
      'message-rewritten',
    )
  })
  it('has lost its tool call and its reasoning', () => {
    const said = [ask, { ...call, reasoning: long('thought') }]
    const found = after(
      { ...conversation, said: [ask], answer: said[1] as Said },
      { ...conversation, said: [ask, assistant(''), result, next] },
    )
    expect(found.cause).toBe('reasoning-dropped')
  })
  it('is an answer that the client cut', () => {
    const cut = assistant((conversation.answer as Said).text.slice(0, 100))
    expect(then([...conversation.said, cut])).toMatchObject({ cause: 'message-rewritten' })
  })
})

describe('a system prompt', () => {
  it('that the client left out or added has changed', () => {
    const { system: _, ...bare } = conversation
    for (const list of [[], tools]) {
      const removed = after({ ...conversation, tools: list }, { ...bare, tools: list, said: [...whole, next] })
      expect(removed).toMatchObject({ cause: 'system-changed', divergence: { message: null } })
      const added = after({ ...bare, tools: list }, { ...conversation, tools: list, said: [...whole, next] })
      expect(added).toMatchObject({ cause: 'system-changed', divergence: { message: null } })
      expect(added.lostTokens).toBeGreaterThan(200)
    }
  })
  it('that the client sends as a message of the user has changed', () => {
    const { system: _, ...bare } = conversation
    expect(after({ ...conversation, system: longSystem }, { ...bare, said: [user(longSystem), ...whole, next] }).cause).toBe(
      'system-changed',
    )
    expect(
      after({ ...conversation, system: longSystem }, { ...bare, said: [user(`${longSystem}\n\n${ask.text}`), ...without(1), next] }).cause,
    ).toBe('system-changed')
  })
})

describe('the same messages', () => {
  it('without the reasoning of an answer', () => {
    const thought = assistant(reply.text, long('thought'))
    const said = [ask, short, second, thought, third]
    const found = after({ ...conversation, said }, { ...conversation, said: [...whole, next] })
    expect(found).toMatchObject({ cause: 'reasoning-dropped', divergence: { message: 4 } })
  })
  it('in other text of the template', () => {
    const opening = (effort: string) => `Reasoning: ${effort}\n`
    expect(
      after({ ...conversation, opening: opening('low') }, { ...conversation, opening: opening('high'), said: [...whole, next] }).cause,
    ).toBe('template')
  })
  it('with the system prompt in front of the newest message, where some templates write it', () => {
    const system = systemNote(long('rule'))
    const said = [ask, short, system, second]
    expect(after({ said, answer: reply }, { said: [ask, short, second, reply, system, third] }).cause).toBe('template')
  })
  it('continue an answer that was stopped before its first token', () => {
    const { answer: _, ...unanswered } = conversation
    expect(after(unanswered, { ...unanswered, said: [...conversation.said, next] })).toMatchObject({ cause: 'continued', lostTokens: 0 })
  })
})
