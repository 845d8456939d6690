/**
 * One token per word; the template writes `|`.
 *
 *   | be brief | hello there | hi | and now |
 *   0 1  2     3 4     5     6 7  8 9   10  11
 */
import { describe, expect, it } from 'vitest'
import { pushSpan } from '../cells/cell-spans'
import type { CellSpan } from '../contract/cache/cache'
import type { PromptMessage, Role } from '../contract/chat/turn'
import { explainReuse, type ReuseQuestion, withCost } from './explain-reuse'

const vocabulary: string[] = []
const tokenOf = (word: string): number => {
  const at = vocabulary.indexOf(word)
  return at >= 0 ? at : vocabulary.push(word) - 1
}
const textOf = (tokens: readonly number[]) => tokens.map((token) => vocabulary[token]).join(' ')
const say = (role: Role, text: string): PromptMessage => ({ role, text })

function rendered(messages: readonly PromptMessage[], bar = '|') {
  const tokens: number[] = []
  const spans: CellSpan[] = []
  const write = (text: string, of: Pick<CellSpan, 'holds' | 'message'>) => {
    const words = text.split(' ').map(tokenOf)
    tokens.push(...words)
    pushSpan(spans, of, words.length)
  }
  let message = 0
  for (const { role, text } of messages) {
    write(bar, { holds: 'template' })
    if (role === 'system') write(text, { holds: role })
    else write(text, { holds: role === 'tool' ? 'tool-result' : role, message: ++message })
  }
  write(bar, { holds: 'template' })
  return { tokens, spans }
}

const brief = say('system', 'be brief')
const hello = say('user', 'hello there')
const hi = say('assistant', 'hi')
const now = say('user', 'and now')
const held = [brief, hello, hi]

interface Changes {
  readonly bar?: string
  readonly kept?: number
  readonly question?: Partial<ReuseQuestion>
}

function explained(
  heldMessages: readonly PromptMessage[],
  messages: readonly PromptMessage[],
  { bar = '|', kept, question }: Changes = {},
) {
  const heldTokens = rendered(heldMessages).tokens.slice(0, -1)
  const { tokens: promptTokens, spans } = rendered(messages, bar)
  const differs = promptTokens.findIndex((token, at) => token !== heldTokens[at])
  const commonTokens = differs < 0 ? promptTokens.length : differs
  return explainReuse({
    absence: null,
    heldTokens,
    heldMessages,
    promptTokens,
    messages,
    spans: () => spans,
    commonTokens,
    keptTokens: kept ?? Math.min(commonTokens, promptTokens.length - 1),
    forgetful: null,
    textOf,
    ...question,
  })
}

describe('explainReuse', () => {
  it('counts no tokens as repeated if the prompt continues the cached text', () => {
    expect(explained(held, [...held, now])).toEqual({
      cause: 'continued',
      heldBack: null,
      heldTokens: 8,
      commonTokens: 8,
      repeatedTokens: 0,
      repeatedMs: null,
      divergence: null,
    })
  })
  it('counts no tokens as repeated if the same prompt is sent again', () => {
    expect(explained(held, [brief, hello])).toMatchObject({ cause: 'same-prompt', repeatedTokens: 0, divergence: null })
  })
  it('counts no tokens as repeated if the cache still holds a stop string after the last message', () => {
    const question = { heldTokens: [...rendered(held).tokens.slice(0, -1), tokenOf('STOP')], commonTokens: 8, keptTokens: 8 }
    expect(explained(held, [...held, now], { question })).toMatchObject({ cause: 'continued', repeatedTokens: 0 })
  })
  it('counts no tokens as repeated if the newest message was edited, because the edited text is new', () => {
    expect(explained([...held, now, say('assistant', 'yes')], [...held, say('user', 'and then')])).toMatchObject({
      cause: 'edited-message',
      repeatedTokens: 0,
      divergence: { position: 10, part: 'user', message: 3, held: 'now | yes', prompt: 'then |' },
    })
  })
})

describe('explainReuse, for a changed beginning,', () => {
  const long = say('user', 'one two three four five six seven eight nine ten')
  it('counts the tokens after a change in the system prompt as repeated', () => {
    const report = explained([say('system', 'today is 2026-11-21 ok'), long, hi], [say('system', 'today is 2026-11-22 ok'), long, hi, now])
    // `and` is token 19, 3 tokens are kept, and 1 token is new: 19 - 3 - 1.
    expect(report).toMatchObject({
      cause: 'system-prompt-changed',
      commonTokens: 3,
      repeatedTokens: 15,
      divergence: { position: 3, part: 'system', message: null, clock: { held: '2026-11-21', prompt: '2026-11-22' } },
    })
  })
  it('blames the template if the text that it writes changed', () => {
    const report = explained([hello, hi], [hello, hi, now], { bar: '§' })
    expect(report).toMatchObject({ cause: 'template', commonTokens: 0, divergence: { position: 0, part: 'template', message: null } })
  })
  it('blames a new system prompt', () => {
    expect(explained([hello, hi], [brief, hello, hi, now])).toMatchObject({ cause: 'system-prompt-changed', commonTokens: 1 })
  })
  it('blames a changed list of tools, unless an earlier message differs', () => {
    const question = { toolsChanged: true }
    // `and` is token 9, 1 token is kept, and 2 tokens are new.
    expect(explained([hello, hi], [brief, hello, hi, now], { question })).toMatchObject({ cause: 'tools-changed', repeatedTokens: 6 })
    const other = explained([hello, hi, now], [hello, say('assistant', 'good day'), now], { question })
    expect(other).toMatchObject({ cause: 'other-branch' })
  })
  it('blames another branch if an earlier message differs', () => {
    const report = explained([hello, hi, now], [hello, say('assistant', 'good day'), now])
    // `and` is token 7, and 4 tokens are kept.
    expect(report).toMatchObject({
      cause: 'other-branch',
      commonTokens: 4,
      repeatedTokens: 3,
      divergence: { part: 'assistant', message: 2 },
    })
  })
})

describe('explainReuse, for an edited answer,', () => {
  const answer = say('assistant', 'one two three four')
  const edited = (text: string): PromptMessage => ({ ...say('assistant', text), edited: true })
  it('does not count its new text as repeated', () => {
    const report = explained([hello, answer], [hello, edited('five six seven'), now])
    // `and` is token 8, 4 tokens are kept, and 3 tokens are new: the bar after them is left.
    expect(report).toMatchObject({
      cause: 'edited-message',
      commonTokens: 4,
      repeatedTokens: 1,
      divergence: { part: 'assistant', message: 2 },
    })
  })
  it('names the edit if the messages in the cache are unknown or the model continues the answer', () => {
    const prompt = [brief, hello, edited('five six seven')]
    const question = { heldMessages: null }
    expect(explained([brief, hello, answer], [...prompt, now], { question }).cause).toBe('edited-message')
    expect(explained([brief, hello, answer], prompt)).toMatchObject({ cause: 'edited-message' })
  })
  it('names the edit even if a system message follows the answer and the messages in the cache are unknown', () => {
    const prompt = [hello, edited('five six seven'), brief, now]
    expect(explained([hello, answer], prompt, { question: { heldMessages: null } }).cause).toBe('edited-message')
  })
  it('counts its text as repeated if it was processed before and the prompt after it is edited', () => {
    const prompt = (text: string) => [hello, edited('five six seven'), say('user', text)]
    const report = explained(prompt('and now'), prompt('and then'), { kept: 0, question: { forgetful: 'recurrent-state' } })
    // `and` is token 8, and no token is kept.
    expect(report).toMatchObject({ cause: 'edited-message', commonTokens: 9, repeatedTokens: 8 })
  })
  it('blames another branch once the conversation has continued from it', () => {
    const later = [hello, edited('five six seven'), now, say('assistant', 'yes'), say('user', 'or then')]
    expect(explained([hello, answer, now], later).cause).toBe('other-branch')
  })
})

describe('explainReuse, if the cache cannot go back,', () => {
  it('blames a recurrent state', () => {
    const report = explained([...held, now], [...held, say('user', 'or then')], { kept: 0, question: { forgetful: 'recurrent-state' } })
    expect(report).toMatchObject({ cause: 'edited-message', heldBack: 'recurrent-state', commonTokens: 9, repeatedTokens: 9 })
  })
  it('blames a sliding window if an answer is regenerated', () => {
    const report = explained(held, [brief, hello], { kept: 2, question: { forgetful: 'sliding-window' } })
    // Of 7 tokens, 6 could be kept, and 2 were kept.
    expect(report).toMatchObject({ cause: 'same-prompt', heldBack: 'sliding-window', repeatedTokens: 4 })
  })
})

describe('explainReuse, without this conversation in the cache,', () => {
  it('counts no tokens as repeated in a first turn', () => {
    const report = explained([], [brief, hello], { kept: 0, question: { absence: 'first-turn', heldMessages: null } })
    expect(report).toMatchObject({ cause: 'first-turn', repeatedTokens: 0, divergence: null })
  })
  it('shows no text of the conversation that took its sequence', () => {
    const report = explained([say('user', 'a secret')], [...held, now], { kept: 1, question: { absence: 'other-conversation' } })
    // `and` is token 9, and 1 token is kept.
    expect(report).toMatchObject({ cause: 'other-conversation', repeatedTokens: 8, divergence: null })
  })
  it('counts all tokens but the last as repeated if a restarted engine continues an answer', () => {
    const report = explained([], [hello, hi], { kept: 0, question: { absence: 'engine-started' } })
    expect(report).toMatchObject({ repeatedTokens: 5 })
  })
})

describe('explainReuse', () => {
  it('finds the cause from the position of the difference if the messages in the cache are unknown', () => {
    const question = { heldMessages: null }
    expect(explained([...held, now], [...held, say('user', 'or then')], { question }).cause).toBe('edited-message')
    expect(explained(held, [say('system', 'be kind'), hello, hi, now], { question }).cause).toBe('system-prompt-changed')
    expect(explained(held, [brief, say('user', 'oh there'), hi, now], { question }).cause).toBe('other-branch')
  })
})

describe('withCost', () => {
  const report = explained([hello, hi, now], [hello, say('assistant', 'good day'), now])
  it('multiplies the repeated tokens by the prefill time per token', () => {
    expect(withCost(report, 30).repeatedMs).toBe(100)
  })
  it('gives no cost if the prefill rate is unknown', () => expect(withCost(report, null).repeatedMs).toBeNull())
})
