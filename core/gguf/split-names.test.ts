import { describe, expect, it } from 'vitest'
import type { GgufHeader } from './header'
import { maxParts, partPaths, splitFileNames, splitOf } from './split-names'
import { headerOf, readEntries } from './testing/header-bytes'
import type { MetadataEntry } from './testing/write-gguf'

const headerWith = (metadata: readonly MetadataEntry[]): Promise<GgufHeader> => headerOf(readEntries(metadata))
const part = (index: number, parts: number): Promise<GgufHeader> =>
  headerWith([
    ['split.no', 'u16', index],
    ['split.count', 'u16', parts],
  ])

describe('a split model', () => {
  it('numbers its parts from 1, although the file counts from 0', async () => {
    const header = await headerWith([
      ['split.no', 'u16', 1],
      ['split.count', 'u16', 3],
    ])
    expect(splitOf(header)).toEqual({ part: 2, parts: 3 })
  })

  it('is a single file if its count is one, zero or missing', async () => {
    for (const count of [0, 1]) expect(splitOf(await part(5, count))).toEqual({ part: 1, parts: 1 })
    expect(splitOf(await headerWith([['split.no', 'u16', 5]]))).toEqual({ part: 1, parts: 1 })
  })

  it('has numbered names for its parts, in the folder of the first part', () => {
    expect(splitFileNames('/models/big-q8_0-00001-of-00003.gguf', 3)).toEqual([
      '/models/big-q8_0-00001-of-00003.gguf',
      '/models/big-q8_0-00002-of-00003.gguf',
      '/models/big-q8_0-00003-of-00003.gguf',
    ])
  })

  it('has no part names if its own name is not in the form that llama.cpp requires', () => {
    for (const name of [
      'big.gguf',
      'big-1-of-3.gguf',
      'big-00001-of-00004.gguf',
      '-00001-of-00003.gguf',
      'big-00001-of-00003.GGUF',
      'big-00001-of-00003.gguf.part',
    ])
      expect(splitFileNames(name, 3)).toBeUndefined()
  })
})

describe('partPaths', () => {
  const [first, second, third] = splitFileNames('/m/big-00001-of-00003.gguf', 3) as [string, string, string]

  it('returns the file itself for a model in one file', async () => {
    expect(partPaths(await headerWith([]), second)).toEqual({ ok: true, paths: [second] })
  })

  it('finds the parts from the first part', async () => {
    expect(partPaths(await part(0, 3), first)).toEqual({ ok: true, paths: [first, second, third] })
    // llama.cpp requires a prefix, but a folder is enough.
    expect(partPaths(await part(0, 2), '/m/-00001-of-00002.gguf')).toMatchObject({ ok: true })
  })

  it('returns web addresses for all parts if the first part has a web address', async () => {
    expect(partPaths(await part(0, 2), 'https://host/a%20b-00001-of-00002.gguf')).toEqual({
      ok: true,
      paths: ['https://host/a%20b-00001-of-00002.gguf', 'https://host/a%20b-00002-of-00002.gguf'],
    })
  })

  it('refuses a file whose name gives another part number', async () => {
    expect(partPaths(await part(0, 3), second)).toEqual({
      ok: false,
      code: 'split-inconsistent',
      facts: { path: second, flaw: { kind: 'named-as-other-part', namedPart: 2 } },
    })
    expect(partPaths(await part(2, 3), first)).toMatchObject({ code: 'split-not-first', facts: { part: 3, first } })
  })

  it('asks for the right name if the count in the name is wrong', async () => {
    expect(partPaths(await part(0, 4), first)).toMatchObject({
      code: 'split-part-missing',
      facts: { missing: '/m/big-00001-of-00004.gguf', parts: 4 },
    })
  })

  it('refuses more parts than a process can open', async () => {
    expect(partPaths(await part(0, maxParts), `/m/big-00001-of-0${maxParts}.gguf`)).toMatchObject({ ok: true })
    expect(partPaths(await part(0, maxParts + 1), `/m/big-00001-of-0${maxParts + 1}.gguf`)).toMatchObject({
      code: 'split-inconsistent',
      facts: { flaw: { kind: 'too-many-parts', parts: 1025 } },
    })
  })
})
