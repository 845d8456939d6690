import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { contextReport } from '../../../core/contract/cache/cache'
import { loadedModel } from '../../../core/contract/models/models'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import { quantizedPocket } from '../../testing/quantized-pocket'
import { LlamaEngine } from '../llama-engine'

const folder = mkdtempSync(join(tmpdir(), 'headroom-trained-'))
const engine = new LlamaEngine()
afterAll(async () => {
  await engine.unload()
  rmSync(folder, { recursive: true, force: true })
})

it.each([2 ** 31, 2 ** 32 - 1])('a model whose file claims %d trained tokens loads, and its reports fit the contract', async (claimed) => {
  const bytes = readFileSync(await quantizedPocket())
  const key = Buffer.from('llama.context_length')
  const at = bytes.indexOf(key) + key.length
  expect(bytes.readUInt32LE(at)).toBe(4)
  bytes.writeUInt32LE(claimed, at + 4)
  const path = join(folder, `${claimed}.gguf`)
  writeFileSync(path, bytes)
  await engine.start('cpu')
  const model = await engine.loadModel(path, 0, undefined, () => {})
  const settings = { ...defaultKvSettings, threads: 1, gpuBackend: 'cpu', gpuLayers: 0 } as const
  const report = await engine.createContext({ settings, contextTokens: 256, predictedBytes: null })
  expect(loadedModel.parse(model).trainedTokens).toBe(claimed)
  expect(contextReport.parse(report).trainedTokens).toBe(claimed)
})
