import { expect, it } from 'vitest'
import { withoutControls } from './without-controls'

it('withoutControls keeps newlines and tabs, and replaces every other control character with a visible one', () => {
  expect(withoutControls('a\tb\nc\r\n')).toBe('a\tb\nc␍\n')
  expect(withoutControls('\u001b]0;title\u0007\u009b2J\u007f')).toBe('␛]0;title␇\ufffd2J␡')
  expect(withoutControls('größer 🦊 你好')).toBe('größer 🦊 你好')
  for (let code = 0; code < 0xa0; code++)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters.
    expect(withoutControls(String.fromCharCode(code))).toMatch(/^[\t\n]$|^[^\u0000-\u001f\u007f-\u009f]$/)
})
