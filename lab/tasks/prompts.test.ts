import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { recallTasks } from '../../core/lab/experiments/policy-measures'
import { readLabModel } from '../model/read-model'
import { heldOutThings } from '../texts/filler'
import { asPrompt } from '../texts/heldout'
import type { Tokenizer } from '../tokenizer/tokenizer'
import { promptsOf, scoreOf, tokensOfPrompt } from './prompts'

let tokenizer: Tokenizer
beforeAll(async () => {
  tokenizer = (await readLabModel(fileURLToPath(new URL('../../native-models/pocket/pocket-f16.gguf', import.meta.url)))).tokenizer
})

describe.each(recallTasks)('the prompts of %s', (task) => {
  it('are the same for the same seed, and different for another seed', () => {
    expect(promptsOf(task, tokenizer, 7, 3)).toEqual(promptsOf(task, tokenizer, 7, 3))
    expect(promptsOf(task, tokenizer, 7, 3)).not.toEqual(promptsOf(task, tokenizer, 8, 3))
  })
  it('are 220 to 260 tokens long, and split into context and question without an extra token', () => {
    for (const prompt of promptsOf(task, tokenizer, 7, 5)) {
      const { context, question } = tokensOfPrompt(tokenizer, prompt)
      expect([...context, ...question]).toEqual([...tokenizer.encode(asPrompt(`${prompt.context}\n${prompt.question}`))])
      expect(context.length + question.length).toBeGreaterThanOrEqual(220)
      expect(context.length + question.length).toBeLessThanOrEqual(260)
    }
  })
})

it('a needle prompt hides one fact, a multi-key prompt hides three more facts with other keys, and neither uses a key from training', () => {
  for (const [task, facts] of [['needle', 1] as const, ['multi-key', 4] as const])
    for (const { context, question, expected } of promptsOf(task, tokenizer, 7, 5)) {
      const key = /code of the (.*)\?/.exec(question)?.[1]
      expect(heldOutThings).toContain(key?.split(' ')[1])
      expect(context.match(/The code of the [a-z ]+ is \d{4}\./g)).toHaveLength(facts)
      expect(context).toContain(`The code of the ${key} is ${expected[0]}.`)
    }
})
it('the needle is at the start of the context, at a quarter, half or three quarters, or at the end', () => {
  const places = promptsOf('needle', tokenizer, 7, 5).map(
    ({ context, expected }) => context.indexOf(expected[0] as string) / context.length,
  )
  ;[0.08, 0.25, 0.5, 0.75, 1].forEach((place, i) => {
    expect(Math.abs((places[i] as number) - place)).toBeLessThan(0.08)
  })
})
it('variable tracking passes a value from variable to variable in the order of the text, and expects the answer to name every variable that gets it', () => {
  for (const { context, question, expected } of promptsOf('variable-tracking', tokenizer, 7, 5)) {
    const value = /code (\d{4})/.exec(question)?.[1]
    const [first, second, third] = expected
    const places = [
      `The code of the ${first} is ${value}.`,
      `The code of the ${second} is the code of the ${first}.`,
      `The code of the ${third} is the code of the ${second}.`,
    ].map((sentence) => context.indexOf(sentence))
    expect(places[0]).toBeGreaterThan(0)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  }
})
it('a common-words prompt repeats each common word six times and contains every other word once', () => {
  for (const { context, expected } of promptsOf('common-words', tokenizer, 7, 3)) {
    const words = [...context.matchAll(/\d+\. (\w+)/g)].map(([, word]) => word as string)
    const timesOf = (word: string) => words.filter((one) => one === word).length
    expect(expected.map(timesOf)).toEqual([6, 6, 6])
    expect(words.filter((word) => !expected.includes(word)).every((word) => timesOf(word) === 1)).toBe(true)
    expect(words.length).toBeGreaterThan(30)
  }
})
it('scoreOf returns the share of the expected words in the answer, ignoring case', () => {
  expect(scoreOf('They are the CHEST and the sled.', { expected: ['chest', 'sled', 'vase'] })).toBeCloseTo(2 / 3, 12)
  expect(scoreOf('The code is 3530.', { expected: ['3530'] })).toBe(1)
})
