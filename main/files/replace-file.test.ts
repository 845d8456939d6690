import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { dataFolder } from '../store/testing/test-store'
import { replaceFile } from './replace-file'

it('writes texts and bytes, and creates the folder', () => {
  const path = join(dataFolder(), 'new', 'file')
  replaceFile(path, 'text')
  expect(readFileSync(path, 'utf8')).toBe('text')
  replaceFile(path, Uint8Array.of(1, 2))
  expect([...readFileSync(path)]).toEqual([1, 2])
})

it('leaves no other file if it cannot replace the file', () => {
  const folder = dataFolder()
  const path = join(folder, 'folder')
  mkdirSync(join(path, 'inside'), { recursive: true })
  expect(() => replaceFile(path, 'text')).toThrow()
  expect(readdirSync(folder)).toEqual(['folder'])
})
