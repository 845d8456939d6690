import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { typedPath } from './typed-path'

const home = resolve('/home/ada')

describe('a path as it is typed', () => {
  it('may be in quotes and have spaces around it', () => {
    expect(typedPath('  "/models/a b.gguf" ')).toBe(resolve('/models/a b.gguf'))
    expect(typedPath("'/models/a.gguf'")).toBe(resolve('/models/a.gguf'))
    expect(typedPath('/models/it\'s "new".gguf')).toBe(resolve('/models/it\'s "new".gguf'))
  })
  it('may begin in the home folder', () => {
    expect(typedPath('~/a.gguf', home)).toBe(resolve(home, 'a.gguf'))
    expect(typedPath('~', home)).toBe(home)
    expect(typedPath('~old.gguf', home)).toBe(resolve('~old.gguf'))
  })
  it('may be a file address', () => {
    expect(typedPath(pathToFileURL(resolve('/models/a b.gguf')).href)).toBe(resolve('/models/a b.gguf'))
    expect(typedPath('file://elsewhere/%zz')).toBe(resolve('file://elsewhere/%zz'))
  })
  it('is relative to the working folder otherwise', () => {
    expect(typedPath('a.gguf')).toBe(resolve('a.gguf'))
    expect(typedPath('   ')).toBe(resolve('   '))
  })
})
