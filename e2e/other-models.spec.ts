import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type GgufPlan, writeGgufHeader } from '../core/gguf/testing/write-gguf'
import { expect, test } from './fixture'

/** Writes a sparse file: a header and a hole. */
function write(path: string, plan: GgufPlan): string {
  const { bytes, fileBytes } = writeGgufHeader(plan)
  const file = openSync(path, 'w')
  writeSync(file, bytes)
  ftruncateSync(file, fileBytes)
  closeSync(file)
  return path
}
const one = (architecture: string): GgufPlan => ({
  metadata: [['general.architecture', 'str', architecture]],
  tensors: [{ name: 'a.weight', type: 'f32', shape: [32] }],
})

test('an encoder, an unsupported architecture and a single part of a split model are refused with the reason', { tag: '@full' }, async ({
  app,
  page,
  hostKind,
}) => {
  await app.ready()
  const cases: [string, GgufPlan, string][] = [
    ['embedder.gguf', one('bert'), 'embedder.gguf (bert) is an encoder, which turns text into vectors'],
    ['future.gguf', one('notyet'), 'future.gguf has the architecture “notyet”, which llama.cpp v0.4.0 does not support'],
    [
      'part-00001-of-00002.gguf',
      { ...one('llama'), metadata: [...one('llama').metadata, ['split.count', 'u16', 2], ['split.no', 'u16', 0]] },
      hostKind === 'web'
        ? 'It is one of the 2 parts of a split model'
        : 'This model is split into 2 files, and part-00002-of-00002.gguf is missing',
    ],
  ]
  for (const [name, plan, sentence] of cases) {
    await app.drop(write(join(app.folder, name), plan))
    await expect(page.getByRole('alert')).toContainText(sentence)
  }
})

test('a model larger than memory is refused with both sizes', { tag: '@full' }, async ({ app, page, hostKind }) => {
  test.skip(process.platform === 'win32', 'on Windows, the empty part of the file would take up disk space')
  await app.ready()
  // 2^40 parameters x 4 B
  const path = write(join(app.folder, 'huge.gguf'), {
    metadata: [
      ['general.architecture', 'str', 'llama'],
      ['general.name', 'str', 'Huge'],
      ['llama.block_count', 'u32', 1],
      ['llama.context_length', 'u32', 2048],
      ['llama.embedding_length', 'u32', 1024],
      ['llama.attention.head_count', 'u32', 8],
    ],
    tensors: [{ name: 'token_embd.weight', type: 'f32', shape: [2 ** 23, 2 ** 17] }],
  })
  if (hostKind === 'electron') await app.drop(path)
  else {
    // A browser would copy a dropped file.
    await app.showModels()
    await page.getByLabel('Model file path').fill(path)
    await page.getByRole('button', { name: 'Open', exact: true }).click()
  }
  await expect(page.getByRole('alert')).toContainText(/huge\.gguf needs 4\.00 TiB of memory\. This machine has [\d.]+ GiB/)
  await page.getByRole('button', { name: 'Choose another model' }).click()
  await page.getByRole('button', { name: /^Load Pocket/ }).click()
  await app.ready()
})

test('a file that llama.cpp cannot load is refused, and the app keeps working', { tag: '@full' }, async ({ app, page }) => {
  await app.ready()
  const path = write(join(app.folder, 'hollow.gguf'), {
    metadata: [
      ['general.architecture', 'str', 'llama'],
      ['llama.block_count', 'u32', 1],
      ['llama.context_length', 'u32', 256],
      ['llama.embedding_length', 'u32', 32],
      ['llama.feed_forward_length', 'u32', 64],
      ['llama.attention.head_count', 'u32', 2],
      ['llama.attention.layer_norm_rms_epsilon', 'f32', 1e-5],
    ],
    tensors: [{ name: 'token_embd.weight', type: 'f32', shape: [32, 16] }],
  })
  await app.drop(path)
  await expect(page.getByRole('alert')).toContainText('llama.cpp could not load hollow.gguf')
  await app.showModels()
  await page.getByRole('button', { name: /^Load Pocket/ }).click()
  await app.ready()
  await app.ask('What is the KV cache?')
})
