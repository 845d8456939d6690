import { expect, it } from 'vitest'
import { filesIn } from './files-in-folders'

/** Imitates a browser's callbacks, with batches of two entries. */
const file = (name: string) => ({ name, isFile: true, isDirectory: false, file: (done: (file: File) => void) => done(new File([], name)) })
const folder = (name: string, ...entries: readonly object[]) => ({
  name,
  isFile: false,
  isDirectory: true,
  createReader: () => {
    const left = [...entries]
    return { readEntries: (done: (some: readonly object[]) => void) => done(left.splice(0, 2)) }
  },
})
const namesIn = async (...entries: readonly object[]) => (await filesIn(entries as FileSystemEntry[])).map(({ name }) => name)

it('filesIn finds models in nested folders, however many files a folder lists at once', async () => {
  expect(
    await namesIn(folder('a', file('1.gguf'), file('2.GGUF'), file('notes.txt'), folder('b', file('3.gguf')), file('4.gguf'))),
  ).toEqual(['1.gguf', '2.GGUF', '3.gguf', '4.gguf'])
})

it('filesIn keeps any file that was dropped directly, so that the check can say what is wrong with it', async () => {
  expect(await namesIn(file('notes.txt'), folder('a', file('m.gguf')))).toEqual(['notes.txt', 'm.gguf'])
})

it('filesIn skips hidden files, and folders that are nested too deep', async () => {
  let deep: object = file('m.gguf')
  for (let depth = 0; depth < 50; depth++) deep = folder('a', deep)
  expect(await namesIn(folder('.git', file('m.gguf')), folder('a', file('.m.gguf')), deep)).toEqual([])
})
