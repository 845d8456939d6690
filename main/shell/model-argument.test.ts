import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { modelArgument } from './model-argument'

const folder = resolve('somewhere')

describe('the model of a command line', () => {
  it('is the word that ends like one, whatever stands around it', () => {
    const path = join(folder, 'my model.GGUF')
    expect(modelArgument(['headroom', '--no-sandbox', path, '--flag'], resolve('elsewhere'))).toBe(path)
  })
  it('is looked for where the command was given', () => {
    expect(modelArgument(['headroom', 'a.gguf'], folder)).toBe(join(folder, 'a.gguf'))
    expect(modelArgument(['headroom', join('..', 'a.gguf')], folder)).toBe(resolve('a.gguf'))
  })
  it('may be a URL, as Linux desktops name files', () => {
    const path = join(folder, 'mein größtes Modell.gguf')
    expect(modelArgument(['headroom', pathToFileURL(path).href], folder)).toBe(path)
  })
  it('is neither the program nor the value of an option', () => {
    expect(modelArgument(['program.gguf'], folder)).toBeUndefined()
    expect(modelArgument(['headroom', '--model=a.gguf'], folder)).toBeUndefined()
    expect(modelArgument(['headroom', 'notes.txt'], folder)).toBeUndefined()
  })
  it.runIf(process.platform === 'win32')('may lie on another machine', () => {
    expect(modelArgument(['headroom', '\\\\server\\share\\a.gguf'], folder)).toBe('\\\\server\\share\\a.gguf')
  })
})
