import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failureOf } from '../../../core/contract/errors/coded-error'
import type { SizedDocument } from '../../documents/document-reader'
import { DocumentService } from './document-service'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-documents-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const three: SizedDocument = { mediaType: 'application/pdf', hasPages: true, pages: ['one', '', 'two words'], sizeBytes: 9 }
const wordsIn = (text: string): number => text.match(/\S+/g)?.length ?? 0

function service(document = three) {
  const counted: string[] = []
  const state = { value: { model: { status: 'ready', file: { id: 'm' } } } }
  const engine = {
    client: {
      countTokens: async ({ text }: { text: string }) => {
        counted.push(text)
        return { tokens: wordsIn(text) }
      },
    },
  }
  const supervisor = { engine }
  const reader = {
    read: async (_: string, bytes: AsyncIterable<Buffer>) => {
      for await (const chunk of bytes) void chunk
      return document
    },
  }
  return { documents: new DocumentService(reader as never, supervisor as never, state as never), state, counted }
}
function fileNamed(name: string): string {
  writeFileSync(join(folder, name), 'hello')
  return join(folder, name)
}
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => failureOf(error)?.code,
  )

describe('an attached document', () => {
  it('is described by its pages, of which some may have no text', async () => {
    const { documents } = service()
    expect(await documents.open(fileNamed('a.pdf'))).toMatchObject({
      name: 'a.pdf',
      hasPages: true,
      pageCharacters: [3, 0, 9],
      sizeBytes: 9,
    })
  })
  it('is counted page by page, once per model', async () => {
    const { documents, state, counted } = service()
    const { id } = await documents.open(fileNamed('a.pdf'))
    expect(await documents.count(id)).toEqual([1, 0, 2])
    expect(await documents.count(id)).toEqual([1, 0, 2])
    expect(counted).toEqual(['one', 'two words'])
    state.value = { model: { status: 'ready', file: { id: 'other' } } }
    await documents.count(id)
    expect(counted).toHaveLength(4)
  })
  it('becomes part of a prompt with only its chosen pages', async () => {
    const { documents } = service()
    const { id } = await documents.open(fileNamed('a.pdf'))
    expect(await documents.chosen([{ id, pages: '3' }])).toEqual([
      { name: 'a.pdf', mediaType: 'application/pdf', pages: { chosen: '3', of: 3 }, text: 'two words', tokens: 2 },
    ])
    expect(await codeOf(documents.chosen([{ id, pages: '4' }]))).toBe('document-refused')
  })
  it('is gone once it is forgotten', async () => {
    const { documents } = service()
    const { id } = await documents.open(fileNamed('a.pdf'))
    documents.forget([id])
    expect(await codeOf(documents.count(id))).toBe('document-not-found')
  })
  it('cannot be counted without a model', async () => {
    const { documents, state } = service()
    const { id } = await documents.open(fileNamed('a.pdf'))
    state.value = { model: { status: 'none' } as never }
    expect(await codeOf(documents.count(id))).toBe('no-model-loaded')
  })
  it('takes the place of the oldest one if all together have more than 64 million characters', async () => {
    const { documents } = service({ ...three, pages: ['x'.repeat(16_000_000)] })
    const ids: string[] = []
    for (const name of ['a', 'b', 'c', 'd', 'e']) ids.push((await documents.open(fileNamed(name))).id)
    expect(await codeOf(documents.chosen([{ id: ids[0] as string, pages: '' }]))).toBe('document-not-found')
    expect(await codeOf(documents.chosen([{ id: ids[1] as string, pages: '5' }]))).toBe('document-refused')
  })
  it('is refused if its file has 500 MB, is a folder or does not exist', async () => {
    const { documents } = service()
    const large = fileNamed('large.txt')
    truncateSync(large, 500_000_000)
    expect(await codeOf(documents.open(large))).toBe('document-refused')
    expect(await codeOf(documents.open(folder))).toBe('not-a-file')
    expect(await codeOf(documents.open(join(folder, 'none.txt')))).toBe('file-not-found')
  })
})
