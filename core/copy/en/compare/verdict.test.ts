import { expect, it } from 'vitest'
import { texts } from '../../copy'

it('the note on verdicts names each reference once, and gives the depth of the speeds if several depths were measured', () => {
  const { note } = texts.en.compare.verdict
  expect(note(['f16', 'f16'], 1024)).toBe(
    'Compared with f16. Speeds are those at depth 1,024; a difference is mentioned only if chance cannot explain it.',
  )
  expect(note(['f16', 'q8_0'], null)).toBe(
    'Compared with f16 and q8_0. A difference in speed is mentioned only if chance cannot explain it.',
  )
})
