import { describe, expect, it } from 'vitest'
import { errorFacts } from '../contract/errors/errors'
import { memorySource } from './byte-window'
import { type CheckedFile, checkHeader, checkLength } from './check-header'
import type { GgufHeader } from './header'
import { readGgufHeader } from './read-header'
import { type MetadataEntry, writeGgufHeader } from './testing/write-gguf'

async function headerWith(...metadata: readonly MetadataEntry[]): Promise<{ header: GgufHeader; sizeBytes: number }> {
  const { bytes, fileBytes } = writeGgufHeader({ metadata, tensors: [{ name: 't', type: 'f32', shape: [8] }] })
  const reading = await readGgufHeader(memorySource(bytes))
  if (!reading.ok) throw new Error(`Expected a header, got ${JSON.stringify(reading)}`)
  return { header: reading.header, sizeBytes: fileBytes }
}
const ofArchitecture = (architecture: string): MetadataEntry => ['general.architecture', 'str', architecture]
const part = (index: number, parts: number): MetadataEntry[] => [
  ['split.no', 'u16', index],
  ['split.count', 'u16', parts],
]
const file = (sizeBytes: number, path = '/models/m.gguf', presentPaths: readonly string[] = []): CheckedFile => ({
  path,
  sizeBytes,
  presentPaths: new Set(presentPaths),
  release: 'v0.4.0',
})

describe('the check of a header', () => {
  it('accepts a complete chat model, and names its file', async () => {
    const { header, sizeBytes } = await headerWith(ofArchitecture('llama'))
    expect(checkHeader(header, file(sizeBytes))).toEqual({ ok: true, paths: ['/models/m.gguf'] })
  })

  it('refuses an architecture that llama.cpp does not know', async () => {
    const { header, sizeBytes } = await headerWith(ofArchitecture('llama5'))
    expect(checkHeader(header, file(sizeBytes))).toEqual({
      ok: false,
      code: 'architecture-unsupported',
      facts: { path: '/models/m.gguf', architecture: 'llama5', release: 'v0.4.0' },
    })
  })

  it('refuses a file whose architecture is missing or not a string', async () => {
    for (const metadata of [[], [['general.architecture', 'u32', 1]]] satisfies MetadataEntry[][]) {
      const { header, sizeBytes } = await headerWith(...metadata)
      expect(checkHeader(header, file(sizeBytes))).toMatchObject({ code: 'architecture-unsupported', facts: { architecture: '' } })
    }
  })

  it('refuses every kind of model that cannot chat', async () => {
    const kinds = {
      bert: 'encoder',
      t5: 'encoder-decoder',
      llada: 'diffusion',
      clip: 'projector',
      eagle3: 'draft',
      'wavtokenizer-dec': 'speech',
    }
    for (const [architecture, kind] of Object.entries(kinds)) {
      const { header, sizeBytes } = await headerWith(ofArchitecture(architecture))
      expect(checkHeader(header, file(sizeBytes))).toEqual({
        ok: false,
        code: 'model-cannot-chat',
        facts: { path: '/models/m.gguf', architecture, kind },
      })
    }
  })

  it('refuses a file that lacks the last byte of its last tensor', async () => {
    const { header } = await headerWith(ofArchitecture('llama'))
    const { endOffset } = header
    expect(checkHeader(header, file(endOffset))).toMatchObject({ ok: true })
    expect(checkHeader(header, file(endOffset - 1))).toEqual({
      ok: false,
      code: 'gguf-truncated',
      facts: { path: '/models/m.gguf', neededBytes: endOffset, sizeBytes: endOffset - 1 },
    })
    expect(checkLength(header, 'x', endOffset)).toBeUndefined()
  })

  it('reports that a model cannot chat before it reports that its file is cut off', async () => {
    const { header } = await headerWith(ofArchitecture('bert'))
    expect(checkHeader(header, file(0))).toMatchObject({ code: 'model-cannot-chat' })
  })
})

describe('the check of a split model', () => {
  const paths = ['/m/big-00001-of-00003.gguf', '/m/big-00002-of-00003.gguf', '/m/big-00003-of-00003.gguf']
  const [first = '', second = ''] = paths

  it('accepts the first part if all others exist', async () => {
    const { header, sizeBytes } = await headerWith(ofArchitecture('llama'), ...part(0, 3))
    expect(checkHeader(header, file(sizeBytes, first, paths.slice(1)))).toEqual({ ok: true, paths })
  })

  it('names the first missing part', async () => {
    const { header, sizeBytes } = await headerWith(ofArchitecture('llama'), ...part(0, 3))
    expect(checkHeader(header, file(sizeBytes, first, [second]))).toEqual({
      ok: false,
      code: 'split-part-missing',
      facts: { path: first, missing: '/m/big-00003-of-00003.gguf', parts: 3 },
    })
  })

  it('refers the user from a later part to the first part, which names the architecture', async () => {
    const { header, sizeBytes } = await headerWith(...part(1, 3))
    expect(checkHeader(header, file(sizeBytes, second))).toEqual({
      ok: false,
      code: 'split-not-first',
      facts: { path: second, part: 2, parts: 3, first },
    })
  })

  it('asks for the original name of a renamed part, because llama.cpp finds parts by name', async () => {
    const renamed = await headerWith(ofArchitecture('llama'), ...part(0, 3))
    expect(checkHeader(renamed.header, file(renamed.sizeBytes, '/m/mine.gguf', paths))).toMatchObject({
      code: 'split-part-missing',
      facts: { missing: '/m/mine-00001-of-00003.gguf' },
    })
    const later = await headerWith(...part(2, 3))
    expect(checkHeader(later.header, file(later.sizeBytes, '/m/big-00003-of-00009.gguf'))).toMatchObject({
      code: 'split-not-first',
      facts: { part: 3, parts: 3, first: '/m/big-00001-of-00003.gguf' },
    })
  })

  it('reports that a model cannot chat, or that its file is cut off, before it asks for the other parts', async () => {
    const encoder = await headerWith(ofArchitecture('bert'), ...part(0, 3))
    expect(checkHeader(encoder.header, file(encoder.sizeBytes, first))).toMatchObject({ code: 'model-cannot-chat' })
    const llama = await headerWith(ofArchitecture('llama'), ...part(0, 3))
    expect(checkHeader(llama.header, file(llama.header.endOffset - 1, first))).toMatchObject({ code: 'gguf-truncated' })
    expect(checkHeader(llama.header, file(llama.header.endOffset - 1, '/m/renamed.gguf'))).toMatchObject({ code: 'gguf-truncated' })
  })
})

describe('the result of a check', () => {
  it('has facts that match the contract if it is a problem', async () => {
    const headers = [
      await headerWith(ofArchitecture('x'.repeat(10_000))),
      await headerWith(...part(0, 65_535)),
      await headerWith(...part(65_535, 1024)),
      await headerWith(ofArchitecture('llama'), ...part(0, 2)),
    ]
    for (const { header, sizeBytes } of headers) {
      const check = checkHeader(header, file(sizeBytes))
      if (check.ok) throw new Error('Expected a problem')
      expect(errorFacts[check.code].safeParse(check.facts).success).toBe(true)
    }
  })
})
