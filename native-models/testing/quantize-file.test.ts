import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { quantizeFile } from './quantize-file'
import { quantizedPocket } from './quantized-pocket'

const folder = mkdtempSync(join(tmpdir(), 'headroom-quantize-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const hashOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')
const native = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))
/** Of the file that native-models/pocket/recipe/quantize.py writes with gguf-py. New weights have another hash. */
const hashOfQuantizePy = '3ecec7acc69a5b8014865d4926fb579be0767b5fffdda9df4d1a988763c764f2'

it('writes the bytes that gguf-py writes for Pocket', async () => {
  const path = join(folder, 'pocket.gguf')
  await quantizeFile(native('pocket/pocket-f16.gguf'), path)
  expect(hashOf(path)).toBe(hashOfQuantizePy)
})

it('refuses a file that is no model', async () => {
  await expect(quantizeFile(native('pocket/README.md'), join(folder, 'x.gguf'))).rejects.toThrow('Expected a model, got gguf-not-a-model')
})

it('keeps the file of the current version, whose name other tests see', async () => {
  const path = await quantizedPocket()
  expect(path).toMatch(/pocket-q8_0\.gguf$/)
  expect(hashOf(path)).toBe(hashOfQuantizePy)
  expect(await quantizedPocket()).toBe(path)
})
