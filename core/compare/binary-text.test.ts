import { expect, it } from 'vitest'
import { binaryAt } from './binary-text'

it('binaryAt accepts text, even with an invalid character', () => {
  expect(binaryAt('')).toBeNull()
  expect(binaryAt('Zwölf Boxkämpfer\r\n\tjagen 🦊\f')).toBeNull()
  expect(binaryAt(`${'a'.repeat(200)}\ufffd`)).toBeNull()
})
it('binaryAt returns the position of the first NUL or, without a NUL, of the first other binary character', () => {
  expect(binaryAt('GGUF\u0003\0\0\0')).toBe(5)
  expect(binaryAt(new TextDecoder().decode(Uint8Array.of(65, 0x89, 80, 78, 71, 13, 10, 26, 10)))).toBe(1)
})
