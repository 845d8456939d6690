import { expect, it } from 'vitest'
import { shownModelName } from './server-facts'

it('shownModelName shortens the path of a file, and leaves every other name as it is', () => {
  expect(shownModelName('/srv/models/pocket-f16.gguf')).toBe('pocket-f16')
  expect(shownModelName('C:\\models\\Pocket.GGUF')).toBe('Pocket')
  expect(shownModelName('Qwen/Qwen3-8B')).toBe('Qwen/Qwen3-8B')
  expect(shownModelName('llama3.2:1b')).toBe('llama3.2:1b')
})
