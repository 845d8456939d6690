/** This test is in bench, because the renderer's tests cannot use Node. */
import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { defaultKvSettings } from '../../core/contract/settings/kv-defaults'
import { shapeOf } from '../../core/kv/fixtures/truth'
import { planSettings } from '../../core/kv/kv-settings-plan'
import { presetOf, presetSubject, type presets } from '../../renderer/planner/plan/presets'

const headersFile = new URL('../../core/kv/fixtures/headers.json.br', import.meta.url)
const headers: Readonly<Record<string, string>> = JSON.parse(brotliDecompressSync(readFileSync(headersFile)).toString())

describe('a preset of a model whose real header is in the repository', () => {
  for (const [id, file] of [
    ['llama-3.1-8b', 'llama-3-8b'],
    ['gemma-3-27b', 'gemma-3-27b'],
    ['deepseek-v3', 'deepseek-v3'],
    ['qwen3-next-80b-a3b', 'qwen3-next-80b-a3b'],
  ] as const)
    it(`has the same caches as the header of ${file}`, async () => {
      const shape = await shapeOf(Buffer.from(headers[`headers/${file}.gguf`] as string, 'base64'))
      const preset = presetSubject(presetOf(id) as (typeof presets)[number]).shape
      for (const keyType of ['f16', 'q8_0'] as const)
        for (const contextTokens of [512, 32_768]) {
          const settings = { ...defaultKvSettings, keyType, valueType: keyType, sequences: 2 }
          expect(planSettings(preset, settings, contextTokens)).toEqual(planSettings(shape, settings, contextTokens))
        }
    })
})
