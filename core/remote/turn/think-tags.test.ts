import { expect, it } from 'vitest'
import { seededRandom } from '../../stats/seeded-random'
import { ThinkTags } from './think-tags'

/** `pieces` arrive one per millisecond. Neighbors of the same type are joined. */
function read(pieces: readonly string[], continuesAnswer = false): [type: string, text: string][] {
  const tags = new ThinkTags(continuesAnswer)
  const events = [...pieces.flatMap((text, atMs) => tags.read({ type: 'text', text, atMs })), ...tags.end(pieces.length)]
  const joined: [string, string][] = []
  for (const { type, text } of events) {
    const last = joined.at(-1)
    if (last?.[0] === type) last[1] += text
    else joined.push([type, text])
  }
  return joined
}

const answer = '\n<think>\nIs 2 < 3? </thin no\n</think>\n\nYes, 2 < 3. <think> is a tag.'
const parts = [
  ['reasoning', '\nIs 2 < 3? </thin no\n'],
  ['text', 'Yes, 2 < 3. <think> is a tag.'],
]

it('separates the reasoning at the beginning of an answer from its text', () => {
  expect(read([answer])).toEqual(parts)
})
it('separates it in the same way for pieces of any length', () => {
  const random = seededRandom(5)
  for (let round = 0; round < 500; round++) {
    const pieces: string[] = []
    for (let at = 0; at < answer.length; ) {
      const length = 1 + Math.floor(random() * 9)
      pieces.push(answer.slice(at, at + length))
      at += length
    }
    expect(read(pieces)).toEqual(parts)
  }
})
it('leaves an answer alone that does not begin with the tag, or that continues another', () => {
  expect(read(['  The tag', ' <think>', ' opens.'])).toEqual([['text', '  The tag <think> opens.']])
  expect(read(['<think>', 'No'], true)).toEqual([['text', '<think>No']])
})
it('keeps what was held back at the end', () => {
  expect(read(['<thi'])).toEqual([['text', '<thi']])
  expect(read(['<think>So </thi'])).toEqual([['reasoning', 'So </thi']])
  expect(read(['  '])).toEqual([['text', '  ']])
})
it('gives each text the time of the piece that completed it', () => {
  const tags = new ThinkTags(false)
  const events = ['<think>So', ' far</th', 'ink>', '\n', 'Yes'].flatMap((text, atMs) => tags.read({ type: 'text', text, atMs }))
  expect(events.map(({ text, atMs }) => [text, atMs])).toEqual([
    ['So', 0],
    [' far', 1],
    ['Yes', 4],
  ])
})
it('looks for no tags once the server has sent reasoning', () => {
  const tags = new ThinkTags(false)
  const reasoning = { type: 'reasoning', text: 'So', atMs: 1 } as const
  expect(tags.read(reasoning)).toEqual([reasoning])
  expect(tags.read({ type: 'text', text: '<think>', atMs: 2 })).toEqual([{ type: 'text', text: '<think>', atMs: 2 }])
})
