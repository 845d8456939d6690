import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { makeHeader } from '../../gguf/made-header'
import { cacheShapeOf } from '../../kv/cache-shape-of'
import { headerFromConfig } from './header-from-config'
import type { ConfigObject } from './keys/config-keys'
import { subjectFromConfig } from './subject-from-config'

interface Converted {
  readonly name: string
  readonly config: ConfigObject
  readonly architecture: string
  readonly keys: Parameters<typeof makeHeader>[1]
}
const models: Converted[] = readFileSync(new URL('./fixtures/converted.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))

describe('subjectFromConfig, compared with llama.cpp’s converter,', () => {
  it.each(models)('gives $name the same caches in every layer', ({ config, architecture, keys }) => {
    const { shape } = subjectFromConfig(JSON.stringify(config))
    expect(shape.architecture).toBe(architecture)
    expect(shape).toEqual(cacheShapeOf(makeHeader(architecture, keys)))
    expect(shape.releases['0.5.0']).not.toHaveProperty('unloadable')
    // v0.4.0 cannot load MiMo's pattern, which includes prediction layers.
    if (architecture !== 'mimo2') expect(shape.releases['0.4.0']).not.toHaveProperty('unloadable')
  })
  it.each(models)('knows the architecture of $name', ({ config }) => {
    expect(headerFromConfig(config).assumed).toBe(false)
  })
  it('is checked for more than 80 models', () => {
    expect(models.length).toBeGreaterThan(80)
    console.info(`${models.length} configurations equal to what convert_hf_to_gguf.py writes for them`)
  })
})
