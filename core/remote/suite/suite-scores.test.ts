import { expect, it } from 'vitest'
import { SuiteAnswer } from './suite-scores'

const trial = { prompt: 'What is the code?', expected: '4821', depth: 0.5 }
const answered = (...texts: readonly string[]) => {
  const answer = new SuiteAnswer()
  for (const text of texts) answer.read({ type: 'text', text, atMs: 0 })
  answer.end()
  return { hasReasoning: answer.hasReasoning, score: answer.scoreOf({ kind: 'passkey', trial }) }
}

it('a passkey counts only in the answer, not in reasoning between tags', () => {
  expect(answered('It is 4821.')).toMatchObject({ hasReasoning: false, score: { isFound: true } })
  expect(answered('<thi', 'nk>4821?</think>', 'It is 1000.')).toMatchObject({ hasReasoning: true, score: { isFound: false } })
  expect(answered('<think>Hm.</think>\n\nIt is 4821.')).toMatchObject({ hasReasoning: true, score: { isFound: true } })
})
