import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { kvTypes } from '../../contract/settings/kv-types'
import { readGgufHeader } from '../../gguf/read-header'
import type { CacheSettings } from '../../kv/cache-settings'
import { cacheShapeOf } from '../../kv/cache-shape-of'
import { planCache } from '../../kv/plan-cache'
import type { CacheShape } from '../../kv/shape/cache-shape'
import { subjectFromConfig } from './subject-from-config'

const headers: Record<string, string> = JSON.parse(
  brotliDecompressSync(readFileSync(new URL('../../kv/fixtures/headers.json.br', import.meta.url))).toString(),
)
const configs = new Map(
  readFileSync(new URL('./fixtures/converted.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ name, config }) => [name, JSON.stringify(config)] as const),
)

async function shapeOfFile(file: string): Promise<CacheShape> {
  const bytes = Buffer.from(headers[file] ?? '', 'base64')
  const reading = await readGgufHeader({ sizeBytes: bytes.length, read: async (offset, length) => bytes.subarray(offset, offset + length) })
  if (!reading.ok) throw new Error(`Expected a header, got ${reading.code}`)
  return cacheShapeOf(reading.header)
}

const grid: CacheSettings[] = [256, 8192, 131_072].flatMap((contextTokens) =>
  kvTypes.flatMap((type) =>
    [1, 3].flatMap((sequences) =>
      (['0.4.0', '0.5.0'] as const).flatMap((llamaCpp) =>
        [false, true].map((swaFullCache) => ({
          contextTokens,
          sequences,
          keyType: type,
          valueType: type,
          swaFullCache,
          flashAttention: 'auto' as const,
          microBatchTokens: 512,
          llamaCpp,
        })),
      ),
    ),
  ),
)

describe('subjectFromConfig', () => {
  it.each([
    ['Llama 3 8B', 'headers/llama-3-8b.gguf'],
    ['Gemma 3 27B', 'headers/gemma-3-27b.gguf'],
    ['DeepSeek V3', 'headers/deepseek-v3.gguf'],
    ['Qwen 3 Next 80B A3B', 'headers/qwen3-next-80b-a3b.gguf'],
  ])('gives %s the same plan as its GGUF file for a grid of settings', async (name, file) => {
    const fromFile = await shapeOfFile(file)
    const { shape } = subjectFromConfig(configs.get(name) ?? '')
    for (const settings of grid) {
      const [a, b] = [planCache(shape, settings), planCache(fromFile, settings)]
      expect(a, JSON.stringify(settings)).toEqual(b)
    }
    expect(planCache(shape, grid[0] as CacheSettings).totalCacheBytes).toBeGreaterThan(0)
  })
})
