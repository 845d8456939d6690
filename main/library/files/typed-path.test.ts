import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../../../core/contract/errors/coded-error'
import { typedPath } from './typed-path'

function caught(act: () => unknown): unknown {
  try {
    return act()
  } catch (error) {
    return error
  }
}

const home = resolve('/home/ada')

describe('a typed path', () => {
  it('can have quotes and spaces around it', () => {
    expect(typedPath('  "/models/a b.gguf" ')).toBe(resolve('/models/a b.gguf'))
    expect(typedPath("'/models/a.gguf'")).toBe(resolve('/models/a.gguf'))
    expect(typedPath('/models/it\'s "new".gguf')).toBe(resolve('/models/it\'s "new".gguf'))
  })
  it('can start with the home folder', () => {
    expect(typedPath('~/a.gguf', home)).toBe(resolve(home, 'a.gguf'))
    expect(typedPath('~', home)).toBe(home)
    expect(typedPath('~old.gguf', home)).toBe(resolve('~old.gguf'))
  })
  it('can be a file URL', () => {
    expect(typedPath(pathToFileURL(resolve('/models/a b.gguf')).href)).toBe(resolve('/models/a b.gguf'))
  })
  it.each([
    ['file:///models%2Fa.gguf', 'encoded-slash'],
    ['file:///models/%zz.gguf', 'malformed'],
    ['file://[/a.gguf', 'malformed'],
    ...(process.platform === 'win32' ? [] : [['file://elsewhere/a.gguf', 'other-computer']]),
  ])('is refused if it is %s, which does not name a file on this machine', (address, reason) => {
    expect(failureOf(caught(() => typedPath(address)))).toEqual({ code: 'file-address-unusable', facts: { address, reason } })
  })
  it('is relative to the working folder if it is not absolute', () => {
    expect(typedPath('a.gguf')).toBe(resolve('a.gguf'))
    expect(typedPath('   ')).toBe(resolve('   '))
  })
})
