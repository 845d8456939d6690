import { expect, it } from 'vitest'
import { splitQuestion } from './split-question'

it.each([
  ['A fact.\nAnother.\nWhat is it?', 'A fact.\nAnother.', '\nWhat is it?'],
  ['Tell me a tiny story.', '', 'Tell me a tiny story.'],
  ['A fact.\nWhat is it?\n\n', 'A fact.', '\nWhat is it?\n\n'],
  ['', '', ''],
])('splitQuestion takes the last line with text as the question: %j', (text, context, question) => {
  expect(splitQuestion(text)).toEqual({ context, question })
})
