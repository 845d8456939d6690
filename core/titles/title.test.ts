import { describe, expect, it } from 'vitest'
import { titleFrom, titlePrompt } from './title'

describe('a title', () => {
  it.each([
    ['Pears in winter', 'Pears in winter'],
    ['\n\n  Pears in winter  \nBecause they are ripe.', 'Pears in winter'],
    ['"Pears in winter."', 'Pears in winter'],
    ['„Birnen im Winter“', 'Birnen im Winter'],
    ['« Poires en hiver »', 'Poires en hiver'],
    ['**Title:** Pears in winter', 'Pears in winter'],
    ['# Title: `Pears` in *winter*.', 'Pears in winter'],
    ['Titel: "Birnen im Winter"', 'Birnen im Winter'],
    ['🍐 Pears in winter', '🍐 Pears in winter'],
    ['Why don’t pears ripen?', 'Why don’t pears ripen?'],
    ['الكمثرى في الشتاء', 'الكمثرى في الشتاء'],
    ['「冬の梨」。', '冬の梨'],
    ['冬天的梨为什么这么甜', '冬天的梨为什么这么甜'],
    ['C++: 3.14', 'C++: 3.14'],
  ])('is read from %j', (text, title) => {
    expect(titleFrom(text)).toBe(title)
  })

  it.each([
    ['an empty text', ' \n '],
    ['only punctuation', '"…!?"'],
    ['only an emoji', '🍐🍐'],
    ['only its prefix', 'Title:'],
    ['reasoning', '<think>The user asks about pears'],
    ['control tokens', '<|channel|>analysis<|message|>The user'],
    ['a part of a character', 'Pears \ufffd'],
    ['more than 60 characters', '梨'.repeat(61)],
    ['more than 10 words', 'a b c d e f g h i j k'],
  ])('is not read from %s', (_, text) => {
    expect(titleFrom(text)).toBeUndefined()
  })
})

describe('the prompt for a title', () => {
  const textOf = (message: string, answer: string) => titlePrompt(message, answer)[0]?.text ?? ''

  it('has the message and the answer', () => {
    expect(textOf('What are pears?', 'Fruit.')).toMatch(/User: What are pears\?\n\nAssistant: Fruit\.$/)
  })

  it('has the beginning of both if they are long, in whole characters', () => {
    expect(textOf('m'.repeat(5000), 'n'.repeat(5000))).toMatch(/User: m{1200}\n\nAssistant: n{800}$/)
    const pears = textOf('é🍐'.repeat(500), '梨'.repeat(500))
    expect(pears).toMatch(/User: (é🍐){200}\n\nAssistant: 梨{266}$/u)
  })
})
