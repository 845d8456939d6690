import { expect, it } from 'vitest'
import { jsonFlaw } from './json-flaw'

const config = `{
  "mcpServers": {
    "files": { "command": "npx", "args": ["-y", "server", "\\u00e9"], "env": { "N": -1.5e+3 } },
    "empty": { "a": [], "b": {}, "c": [[1, true], null] }
  }
}
`

it('a text that is JSON has no flaw', () => {
  for (const text of [config, 'null', ' 0 ', '""', '[]', '{}', '[[],{}]']) expect(jsonFlaw(text)).toBeUndefined()
})

it('the flaw is where the first character is that JSON does not allow there', () => {
  expect(jsonFlaw('{\n  "a": 1\n  "b": 2\n}')).toEqual({ line: 3, column: 3 })
  expect(jsonFlaw('{"a": [1,]}')).toEqual({ line: 1, column: 10 })
  expect(jsonFlaw('{"a": 1,}')).toEqual({ line: 1, column: 9 })
  expect(jsonFlaw("{'a': 1}")).toEqual({ line: 1, column: 2 })
  expect(jsonFlaw('{"a" 1}')).toEqual({ line: 1, column: 6 })
  expect(jsonFlaw('{}\n{}')).toEqual({ line: 2, column: 1 })
  expect(jsonFlaw('mcpServers: {}')).toEqual({ line: 1, column: 1 })
})

it('the flaw of a string without an end is where the string starts', () => {
  expect(jsonFlaw('{\n"command": "npx,\n"args": []}')).toEqual({ line: 2, column: 12 })
})

it('the flaw of a text that is cut off is after its last character', () => {
  expect(jsonFlaw('')).toEqual({ line: 1, column: 1 })
  expect(jsonFlaw('{\n  "a": {\n\n')).toEqual({ line: 2, column: 9 })
})

it('a text nested deeper than the call stack has a flaw too', () => {
  expect(jsonFlaw('['.repeat(200_000))).toEqual({ line: 1, column: 200_001 })
})

it('a text has a flaw exactly if JSON.parse refuses it, whatever character is removed or put in', () => {
  const isRefused = (text: string) => {
    try {
      JSON.parse(text)
      return false
    } catch {
      return true
    }
  }
  for (let at = 0; at <= config.length; at++) {
    for (const put of ['', ',', '"', '}', ']', '{', '[', ':', '1', '0', '.', '-', 'e', '\\', '\u0001', '\u00a0', '\n', 't']) {
      const texts = [`${config.slice(0, at)}${put}${config.slice(at + 1)}`, `${config.slice(0, at)}${put}${config.slice(at)}`]
      for (const text of texts) expect({ text, flawed: jsonFlaw(text) !== undefined }).toEqual({ text, flawed: isRefused(text) })
    }
  }
})
