import { expect, it } from 'vitest'
import { fileNameOf, folderOf } from './file-path'

it.each([
  ['/home/a/m.gguf', '/home/a', 'm.gguf'],
  ['C:\\models\\m.gguf', 'C:\\models', 'm.gguf'],
  ['/m.gguf', '', 'm.gguf'],
  ['m.gguf', '', 'm.gguf'],
])('splits %s before the file name, on every system', (path, folder, name) => {
  expect(folderOf(path)).toBe(folder)
  expect(fileNameOf(path)).toBe(name)
})
