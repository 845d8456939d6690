import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { formatStaged } from './format-staged.mjs'

let folder: string
const git = (...words: readonly string[]) => spawnSync('git', words, { cwd: folder, encoding: 'utf8' }).stdout
const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
const onDisk = (name: string) => readFileSync(join(folder, name), 'utf8')
const inIndex = (name: string) => git('show', `:${name}`)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-staged-'))
  git('init', '-q')
  write('biome.json', '{ "formatter": { "indentStyle": "space" }, "javascript": { "formatter": { "quoteStyle": "single" } } }\n')
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('the pre-commit hook', () => {
  it('formats a staged file and stages the result', () => {
    write('a.ts', 'export const a="x"\n')
    git('add', 'a.ts')
    expect(formatStaged(folder)).toBe(true)
    expect(inIndex('a.ts')).toBe("export const a = 'x';\n")
  })
  it('does not stage the rest of a partly staged file, and refuses the file until it is formatted', () => {
    write('a.ts', 'export const a="x"\n')
    git('add', 'a.ts')
    write('a.ts', 'export const a="x"\nexport const b = 1\n')
    expect(formatStaged(folder)).toBe(false)
    expect(inIndex('a.ts')).toBe('export const a="x"\n')
    expect(onDisk('a.ts')).toContain('const b')
    write('a.ts', "export const a = 'x';\n")
    git('add', 'a.ts')
    write('a.ts', 'export const a="y"\n')
    expect(formatStaged(folder)).toBe(true)
    expect(inIndex('a.ts')).toBe("export const a = 'x';\n")
  })
  it('does not change files that are not staged', () => {
    write('a.ts', 'export const a="x"\n')
    write('b.ts', 'export const b="x"\n')
    git('add', 'a.ts')
    expect(formatStaged(folder)).toBe(true)
    expect(onDisk('b.ts')).toBe('export const b="x"\n')
  })
  it('stops the commit if it finds an error that it cannot fix', () => {
    write('a.ts', 'export const a = ;\n')
    git('add', 'a.ts')
    expect(formatStaged(folder)).toBe(false)
  })
  it('ignores files that Biome does not format', () => {
    write('notes.md', '# x')
    git('add', 'notes.md')
    expect(formatStaged(folder)).toBe(true)
  })
})
