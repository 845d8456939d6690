import { afterEach, expect, it } from 'vitest'
import { speak } from '../../../core/copy/copy'
import { grammarState } from './grammar-problem'

afterEach(() => speak('en'))

it('grammarState describes the problem and the notes of the same grammar in the window’s current language', () => {
  const gbnf = { kind: 'gbnf', text: '' } as const
  expect(grammarState(gbnf).problem).toContain('The grammar needs a rule named root.')
  speak('de')
  expect(grammarState(gbnf).problem).toContain('Die Grammatik braucht eine Regel namens root.')
  const schema = { kind: 'json-schema', text: '{ "type": "string", "format": "phone" }' } as const
  expect(grammarState(schema).notes).toEqual(['/format: kein Format von JSON Schema und deshalb nicht geprüft.'])
  speak('en')
  expect(grammarState(schema).notes).toEqual(['/format: not a format of JSON Schema, so it is not checked.'])
})
