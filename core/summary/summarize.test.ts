import { expect, it } from 'vitest'
import type { PromptMessage } from '../contract/chat/turn'
import { summarize } from './summarize'

const words = (prompt: readonly PromptMessage[]): number => prompt.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0)

/** Counts words as tokens. The instruction has about 50. */
async function summaryOf(messages: readonly PromptMessage[], mostPromptTokens: number) {
  const prompts: PromptMessage[][] = []
  const write = async (prompt: PromptMessage[]) => `summary ${prompts.push(prompt)}`
  const summary = await summarize(messages, { mostPromptTokens, write, count: async (prompt) => words(prompt) })
  return { summary, prompts }
}

const turn = (subject: string, length = 20): PromptMessage[] => [
  { role: 'user', text: `What about ${subject}?` },
  { role: 'assistant', text: Array.from({ length }, (_, at) => `${subject}${at}`).join(' ') },
]

it('asks once, after the conversation as it was sent, if all of it fits', async () => {
  const messages: PromptMessage[] = [{ role: 'system', text: 'Be brief.' }, ...turn('pears'), ...turn('plums')]
  const { summary, prompts } = await summaryOf(messages, 200)
  expect(summary).toBe('summary 1')
  expect(prompts).toHaveLength(1)
  expect(prompts[0]?.slice(0, -1)).toEqual(messages)
  expect(prompts[0]?.at(-1)).toMatchObject({ role: 'user', text: expect.stringContaining('Summarize our conversation so far') })
})

it('gives the turns that did not fit with the summary of those that did', async () => {
  const { summary, prompts } = await summaryOf([...turn('pears'), ...turn('plums'), ...turn('limes')], 100)
  expect(summary).toBe('summary 2')
  expect(prompts[0]?.slice(0, -1)).toEqual([...turn('pears'), ...turn('plums')])
  expect(prompts[1]).toHaveLength(1)
  const [{ text }] = prompts[1] as [PromptMessage]
  expect(text).toContain('summary 1\n\nThe conversation continued:\n\nUser: What about limes?\n\nAssistant: limes0 limes1')
  expect(text).not.toContain('plums')
})

it('reads a message that is longer than the context in parts, and leaves nothing out', async () => {
  const long = turn('pears', 300)
  const { summary, prompts } = await summaryOf(long, 120)
  expect(prompts.length).toBeGreaterThan(3)
  expect(summary).toBe(`summary ${prompts.length}`)
  for (const prompt of prompts) expect(words(prompt)).toBeLessThanOrEqual(120)
  const read = prompts.map(([message]) => message?.text ?? '').join('\n')
  for (const word of (long[1]?.text ?? '').split(' ')) expect(read).toMatch(new RegExp(`\\b${word}\\b`))
})

it('leaves reasoning out of what it reads in parts, and never ends a prompt as sent with an unanswered message', async () => {
  const answer: PromptMessage = {
    role: 'assistant',
    text: 'hmm the answer',
    parts: [
      { type: 'reasoning', from: 0, to: 3, tokens: 1, ms: 1 },
      { type: 'text', from: 4 },
    ],
  }
  const { prompts } = await summaryOf([...turn('pears'), { role: 'user', text: 'And?' }, answer, { role: 'user', text: 'Unanswered' }], 66)
  expect(prompts[0]?.slice(0, -1)).toEqual(turn('pears'))
  const [{ text }] = prompts[1] as [PromptMessage]
  expect(text).toContain('Assistant: the answer\n\nUser: Unanswered')
  expect(text).not.toContain('hmm')
})

it('gives up if the context has no room for the instruction', async () => {
  expect((await summaryOf(turn('pears', 300), 20)).summary).toBeUndefined()
})
