/** For tests: which files of a folder hold a word that should be nowhere on the disk. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

/**
 * Paths within the folder, sorted, of files with this word in them or in their name. It is looked for as UTF-8 and as UTF-16, as it is and in
 * lower case, as the search index has it.
 */
export function tracesOf(word: string, folder: string): string[] {
  return filesOf(folder)
    .filter(({ path, bytes }) => path.includes(word) || has(bytes, word))
    .map(({ path }) => path)
    .toSorted()
}

/** Those of the words that are in any file of the folder. */
export function wordsIn(folder: string, words: readonly string[]): string[] {
  const files = filesOf(folder)
  return words.filter((word) => files.some(({ path, bytes }) => path.includes(word) || has(bytes, word)))
}

/** The folder can be in use: a process of its own copies it, because a file that this process closes would lose the locks that SQLite has on it here. */
function filesOf(folder: string): { path: string; bytes: Buffer }[] {
  const copy = mkdtempSync(join(tmpdir(), 'headroom-traces-'))
  try {
    execFileSync(process.execPath, ['-e', 'fs.cpSync(process.argv[1], process.argv[2], { recursive: true })', folder, copy])
    return readdirSync(copy, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => ({ path: relative(copy, path), bytes: readFileSync(path) }))
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

const has = (bytes: Buffer, word: string): boolean =>
  [word, word.toLowerCase()].some((text) => bytes.includes(text, 0, 'utf8') || bytes.includes(text, 0, 'utf16le'))
