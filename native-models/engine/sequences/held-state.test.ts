import { existsSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { holdState } from './held-state'

const content = 'the cells of a sequence'
const memory = '/dev/shm'
const hasMemoryFolder = existsSync(memory)

function stateIn(parent: string, text = content) {
  const folder = mkdtempSync(path.join(parent, 'headroom-test-'))
  const file = path.join(folder, 'sequence')
  writeFileSync(file, text)
  return { file, remove: () => rmSync(folder, { recursive: true }) }
}

describe.each([
  ['in memory', memory],
  ['on a disk', os.tmpdir()],
])('a state whose file was %s', (_, parent) => {
  it.skipIf(parent === memory && !hasMemoryFolder)('can be read again and again after the file was deleted', async () => {
    const { file, remove } = stateIn(parent)
    const state = await holdState(file)
    remove()
    const folder = mkdtempSync(path.join(os.tmpdir(), 'headroom-test-'))
    expect(state.bytes).toBe(content.length)
    for (let time = 0; time < 2; time++) expect(readFileSync(await state.pathIn(folder), 'utf8')).toBe(content)
    state.free()
    rmSync(folder, { recursive: true })
  })
})

it('states from a disk can be read from the same folder', async () => {
  const files = ['cells', 'a checkpoint'].map((text) => stateIn(os.tmpdir(), text))
  const states = await Promise.all(files.map(({ file }) => holdState(file)))
  const folder = mkdtempSync(path.join(os.tmpdir(), 'headroom-test-'))
  const places = await Promise.all(states.map((state) => state.pathIn(folder)))
  expect(places.map((place) => readFileSync(place, 'utf8'))).toEqual(['cells', 'a checkpoint'])
  for (const { remove } of files) remove()
  rmSync(folder, { recursive: true })
})

it.skipIf(!hasMemoryFolder)('a state in memory leaves no open file once it is freed', async () => {
  const { file, remove } = stateIn(memory)
  const state = await holdState(file)
  const place = await state.pathIn('')
  expect(readlinkSync(place)).toBe(file)
  state.free()
  expect(existsSync(place) && readlinkSync(place)).not.toBe(file)
  remove()
})

it.skipIf(!hasMemoryFolder)('states beyond the limit of open files can be read, too', async () => {
  const { file, remove } = stateIn(memory)
  const states = []
  for (let count = 0; count < 501; count++) states.push(await holdState(file))
  remove()
  const folder = mkdtempSync(path.join(os.tmpdir(), 'headroom-test-'))
  const places = await Promise.all([states[499], states[500]].map((state) => state?.pathIn(folder) ?? ''))
  expect(places.map((place) => path.dirname(place))).toEqual(['/proc/self/fd', folder])
  for (const place of places) expect(readFileSync(place, 'utf8')).toBe(content)
  for (const state of states) state.free()
  rmSync(folder, { recursive: true })
})
