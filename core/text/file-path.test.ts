import { expect, it } from 'vitest'
import { fileNameOf, folderOf } from './file-path'

it.each([
  ['/home/a/m.gguf', '/home/a', 'm.gguf'],
  ['C:\\models\\m.gguf', 'C:\\models', 'm.gguf'],
  ['/m.gguf', '', 'm.gguf'],
  ['m.gguf', '', 'm.gguf'],
])('a path is split before the file name on every system: %s', (path, folder, name) => {
  expect(folderOf(path)).toBe(folder)
  expect(fileNameOf(path)).toBe(name)
})
