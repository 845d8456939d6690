import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failureOf } from '../../../core/contract/errors/coded-error'
import type { Failure } from '../../../core/contract/errors/errors'
import { describeFailure } from '../../../core/copy/failures'
import { type GgufPlan, type MetadataEntry, writeGgufHeader } from '../../../core/gguf/testing/write-gguf'
import { quantizedPocket } from '../../../native-models/testing/quantized-pocket'
import { splitGguf } from '../testing/write-split'
import { checkModelFile } from './check-model-file'

const pocket = await quantizedPocket()
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-check-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const at = (name: string): string => join(folder, name)
async function failure(path: string): Promise<Failure> {
  try {
    await checkModelFile(path)
  } catch (error) {
    const found = failureOf(error)
    if (found) return found
    throw error
  }
  throw new Error('Expected the file to be refused')
}
function write(name: string, plan: GgufPlan): string {
  const { bytes, fileBytes } = writeGgufHeader(plan)
  const file = new Uint8Array(fileBytes)
  file.set(bytes)
  writeFileSync(at(name), file)
  return at(name)
}
async function writeSplit(prefix: string, counts: readonly number[]): Promise<string[]> {
  const parts = await splitGguf(readFileSync(pocket), at(prefix), counts)
  for (const [path, bytes] of parts) writeFileSync(path, bytes)
  return [...parts.keys()]
}
const model = (architecture: string, more: readonly MetadataEntry[] = []): GgufPlan => ({
  metadata: [['general.architecture', 'str', architecture], ...more],
  tensors: [{ name: 'token_embd.weight', type: 'f32', shape: [32, 4] }],
})

describe('a model file', () => {
  it('is described if it is valid', async () => {
    const { facts, sizeBytes } = await checkModelFile(pocket)
    expect(facts).toMatchObject({
      architecture: 'llama',
      name: 'Pocket',
      parameters: 5_083_904,
      weightType: 'q8_0',
      layers: 6,
      trainedTokens: 2048,
      hasChatTemplate: true,
    })
    expect(sizeBytes).toBe(5_496_320)
  })
  it('is reported if it is missing or a folder', async () => {
    expect((await failure(at('nothing.gguf'))).code).toBe('file-not-found')
    expect((await failure(join(pocket, 'below.gguf'))).code).toBe('file-not-found')
    mkdirSync(at('folder.gguf'))
    expect(await failure(at('folder.gguf'))).toMatchObject({ code: 'not-a-file', facts: { kind: 'folder' } })
  })
  it.skipIf(process.platform === 'win32')('is refused if it is a FIFO, even as a later part of a split model', async () => {
    execFileSync('mkfifo', [at('pipe.gguf')])
    expect(await failure(at('pipe.gguf'))).toMatchObject({ code: 'not-a-file', facts: { kind: 'pipe' } })
    const [first = '', second = ''] = await writeSplit('piped', [30, 26])
    rmSync(second)
    execFileSync('mkfifo', [second])
    expect(await failure(first)).toMatchObject({ code: 'not-a-file', facts: { path: second, kind: 'pipe' } })
  })
  it.runIf(process.platform === 'linux')('is reported if the name of the file or of its folder is not valid UTF-8', async () => {
    const named = (name: string) => Buffer.from(at(name), 'latin1')
    copyFileSync(pocket, named('a\xff.gguf'))
    mkdirSync(named('b\xff'))
    for (const path of [at('a\ufffd.gguf'), join(at('b\ufffd'), 'c.gguf')])
      expect(await failure(path)).toEqual({ code: 'file-name-unusable', facts: { path, reason: 'not-utf8' } })
    expect((await failure(at('c\ufffd.gguf'))).code).toBe('file-not-found')
    copyFileSync(pocket, at('d\ufffd.gguf'))
    expect((await checkModelFile(at('d\ufffd.gguf'))).facts.name).toBe('Pocket')
  })
  it('is reported if its name contains a NUL character', async () => {
    expect(await failure(at('a\0.gguf'))).toMatchObject({ code: 'file-name-unusable', facts: { reason: 'nul' } })
  })
  it('is refused, and its first bytes are reported, if it is not a GGUF file', async () => {
    writeFileSync(at('text.gguf'), '<html>not a model</html>')
    expect(await failure(at('text.gguf'))).toMatchObject({ code: 'gguf-not-a-model', facts: { magic: '<htm' } })
    writeFileSync(at('empty.gguf'), '')
    expect((await failure(at('empty.gguf'))).code).toBe('gguf-truncated')
  })
  it('is reported as truncated, wherever it is cut off', async () => {
    for (const length of [10, 100, 20_000, 100_000, 5_491_000]) {
      copyFileSync(pocket, at('short.gguf'))
      truncateSync(at('short.gguf'), length)
      expect(await failure(at('short.gguf'))).toMatchObject({ code: 'gguf-truncated', facts: { sizeBytes: length } })
    }
  })
  it('is refused if its version is unknown or if it is for big-endian machines', async () => {
    const bytes = readFileSync(pocket)
    bytes.writeUInt32LE(9, 4)
    writeFileSync(at('version.gguf'), bytes)
    expect(await failure(at('version.gguf'))).toMatchObject({ code: 'gguf-version-unsupported', facts: { version: 9, bigEndian: false } })
    bytes.writeUInt32BE(3, 4)
    writeFileSync(at('version.gguf'), bytes)
    expect(await failure(at('version.gguf'))).toMatchObject({ code: 'gguf-version-unsupported', facts: { version: 3, bigEndian: true } })
  })
  it('is reported as damaged if its counts or offsets are impossible', async () => {
    const bytes = readFileSync(pocket)
    bytes.writeBigUInt64LE(2n ** 62n, 8)
    writeFileSync(at('counts.gguf'), bytes)
    expect((await failure(at('counts.gguf'))).code).toBe('gguf-malformed')
    const tensor = (name: string) => ({ name, type: 'f32', shape: [32] })
    const path = write('offset.gguf', { metadata: [['general.architecture', 'str', 'llama']], tensors: [tensor('a'), tensor('b')] })
    const overlapping = readFileSync(path)
    overlapping.writeBigUInt64LE(64n, overlapping.lastIndexOf(Buffer.from([128, 0, 0, 0, 0, 0, 0, 0])))
    writeFileSync(path, overlapping)
    expect((await failure(path)).code).toBe('gguf-malformed')
  })
  it('is refused, and its architecture is reported, if llama.cpp does not support the architecture', async () => {
    expect(await failure(write('new.gguf', model('notyet')))).toMatchObject({
      code: 'architecture-unsupported',
      facts: { architecture: 'notyet', release: 'v0.4.0' },
    })
    expect((await failure(write('none.gguf', { metadata: [], tensors: [] }))).code).toBe('architecture-unsupported')
  })
  it('is refused, and its kind is reported, if it is not a chat model', async () => {
    const kinds = {
      bert: 'encoder',
      t5: 'encoder-decoder',
      llada: 'diffusion',
      clip: 'projector',
      eagle3: 'draft',
      'wavtokenizer-dec': 'speech',
    }
    for (const [architecture, kind] of Object.entries(kinds))
      expect(await failure(write('other.gguf', model(architecture)))).toMatchObject({
        code: 'model-cannot-chat',
        facts: { architecture, kind },
      })
    expect(await failure(write('lora.gguf', model('llama', [['general.type', 'str', 'adapter']])))).toMatchObject({
      code: 'model-cannot-chat',
      facts: { kind: 'adapter' },
    })
  })
  it('must have all its parts if it is split, and is opened through its first part', async () => {
    const paths = await writeSplit('big', [20, 30, 6])
    const [first, second, third] = paths as [string, string, string]
    const { facts, header, sizeBytes } = await checkModelFile(first)
    const whole = await checkModelFile(pocket)
    expect(facts).toEqual(whole.facts)
    expect(header.tensors.map(({ name }) => name)).toEqual(whole.header.tensors.map(({ name }) => name))
    expect(sizeBytes).toBe(paths.reduce((sum, path) => sum + statSync(path).size, 0))
    expect(await failure(second)).toMatchObject({ code: 'split-not-first', facts: { part: 2, parts: 3, first } })
    truncateSync(second, statSync(second).size - 1)
    expect(await failure(first)).toMatchObject({ code: 'gguf-truncated', facts: { path: second } })
    truncateSync(second, 150)
    expect(await failure(first)).toMatchObject({ code: 'gguf-truncated', facts: { path: second, sizeBytes: 150 } })
    rmSync(third)
    expect(await failure(first)).toMatchObject({ code: 'split-part-missing', facts: { missing: third, parts: 3 } })
  })
  it('is refused if its parts belong to different models', async () => {
    const [first = '', second = ''] = await writeSplit('mixed', [30, 26])
    copyFileSync(first, second)
    expect(await failure(first)).toMatchObject({ code: 'split-inconsistent', facts: { path: second } })
    expect(describeFailure(await failure(first))).toBe(
      'mixed-00002-of-00002.gguf does not match the other parts of its model. It is part 1, but its name says part 2. Download all parts again from one source, and keep their file names.',
    )
  })
  it('is refused in a message that states the cause and gives advice', async () => {
    writeFileSync(at('text.gguf'), 'text')
    expect(describeFailure(await failure(at('text.gguf')))).toBe(
      'text.gguf is not a GGUF file: it starts with “text” instead of “GGUF”. Choose a .gguf file. Convert models in other formats (safetensors, bin, ONNX) first, or download them as GGUF.',
    )
  })
})
