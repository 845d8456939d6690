import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { typedPath } from '../library/files/typed-path'
import { modelArgument } from './model-argument'

const folder = resolve('somewhere')

describe('the model on a command line', () => {
  it('is the argument that ends with .gguf, at any position', () => {
    const path = join(folder, 'my model.GGUF')
    expect(modelArgument(['headroom', '--no-sandbox', path, '--flag'], resolve('elsewhere'))).toBe(path)
  })
  it('is resolved against the folder in which the command was run', () => {
    expect(modelArgument(['headroom', 'a.gguf'], folder)).toBe(join(folder, 'a.gguf'))
    expect(modelArgument(['headroom', join('..', 'a.gguf')], folder)).toBe(resolve('a.gguf'))
  })
  it('may be a file URL, which Linux desktops use', () => {
    const path = join(folder, 'mein größtes Modell.gguf')
    expect(typedPath(modelArgument(['headroom', pathToFileURL(path).href], folder) ?? '')).toBe(path)
  })
  it.each(['file://elsewhere/a.gguf', 'file:///models%2Fa.gguf', 'file://[/a.gguf'])(
    'is returned unchanged if it is the unusable address %s',
    (address) => {
      expect(modelArgument(['headroom', address], folder)).toBe(address)
    },
  )
  it('is neither the program nor the value of an option', () => {
    expect(modelArgument(['program.gguf'], folder)).toBeUndefined()
    expect(modelArgument(['headroom', '--model=a.gguf'], folder)).toBeUndefined()
    expect(modelArgument(['headroom', 'notes.txt'], folder)).toBeUndefined()
  })
  it('may be on another machine', ({ skip }) => {
    skip(process.platform !== 'win32', 'only Windows names machines in paths')
    expect(modelArgument(['headroom', '\\\\server\\share\\a.gguf'], folder)).toBe('\\\\server\\share\\a.gguf')
  })
})
