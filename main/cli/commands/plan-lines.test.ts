import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { planLines } from './plan-lines'

const pocket = fileURLToPath(new URL('../../../native-models/pocket/pocket-f16.gguf', import.meta.url))

async function answers(...lines: readonly string[]) {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const written = text(output)
  input.end(lines.join('\n'))
  await planLines(input, output)
  output.end()
  return (await written)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}
const asked = (settings: unknown, file = pocket) => JSON.stringify({ file, settings })

it('headroom plan answers each line of its input with one line, in order', async () => {
  const lines = [256, 512, 1024].map((contextTokens) => asked({ contextTokens }))
  // 6 layers x 128 elements x 2 bytes x K and V = 3,072 bytes per cell.
  expect((await answers(...lines)).map(({ kvBytes }) => kvBytes)).toEqual([256 * 3072, 512 * 3072, 1024 * 3072])
})

it('headroom plan writes every documented field in its answer to a line', async () => {
  const [answer] = await answers(asked({ contextTokens: 256, keyType: 'q8_0', valueType: 'q8_0' }))
  expect(answer).toMatchObject({ architecture: 'llama', refused: null, recurrentBytes: 0, computeSource: 'estimate' })
  expect(answer.totalCacheBytes).toBe(6 * 256 * 136 * 2)
  expect(answer.layers).toHaveLength(6)
  expect(answer.layers[0]).toEqual({ index: 0, kind: 'full', cells: 256, kBytes: 256 * 136, vBytes: 256 * 136, stateBytes: 0 })
  expect(answer.settings).toMatchObject({ contextTokens: 256, sequences: 1, batchTokens: 512, kvUnified: false, llamaCpp: '0.4.0' })
})

it('headroom plan accepts contextTokens per sequence, and either name of the batch size', async () => {
  const both = [{ batchTokens: 128 }, { microBatchTokens: 128 }].map((batch) => asked({ contextTokens: 512, sequences: 3, ...batch }))
  for (const { totalCacheBytes } of await answers(...both)) expect(totalCacheBytes).toBe(3 * 512 * 3072)
})

it('headroom plan accepts llama.cpp’s n_ctx as totalContextTokens', async () => {
  const [answer] = await answers(asked({ totalContextTokens: 1024, sequences: 4, microBatchTokens: 128 }))
  expect(answer.totalCacheBytes).toBe(1024 * 3072)
})

it('headroom plan answers with the reason and zero bytes, not with an error, if llama.cpp would refuse the settings', async () => {
  const [refused] = await answers(asked({ contextTokens: 256, valueType: 'q8_0', flashAttention: 'off' }))
  expect(refused).toMatchObject({ refused: { code: 'quantized-value-needs-flash-attention' }, totalCacheBytes: 0, computeBytes: 0 })
})

it('headroom plan answers an invalid line with an error, and continues', async () => {
  const lines = [
    'no json',
    '[]',
    asked({}, '/nowhere.gguf'),
    asked({ keyTyp: 'f16' }),
    asked({ batchTokens: 1, microBatchTokens: 1 }),
    asked({}),
  ]
  const found = await answers(...lines)
  expect(found.map(({ error }) => error?.code)).toEqual(['bad-line', 'bad-line', 'file-not-found', 'bad-line', 'bad-line', undefined])
  expect(found[3].error.message).toContain('keyTyp')
  expect(found[4].error.message).toBe('settings: give batchTokens or microBatchTokens, not both')
})
