import { describe, expect, it } from 'vitest'
import { defaultKvSettings } from '../../core/contract/settings/kv-defaults'
import type { GgufHeader, GgufValue } from '../../core/gguf/header'
import { cacheShapeOf } from '../../core/kv/cache-shape-of'
import type { PlanMachine } from '../../core/plan/machines/machine'
import { blamedField } from './blamed-field'
import { autoText, contextHint, contextWarning, previewContext } from './context-preview'

/** 4 layers with 4 heads of 64 elements: in f16, a token takes 4 x 256 x (2 + 2) = 4,096 bytes. */
function shapeOf(values: Record<string, GgufValue> = {}) {
  const metadata = new Map<string, GgufValue>([['general.architecture', 'llama']])
  const facts = { block_count: 4, context_length: 4096, embedding_length: 256, 'attention.head_count': 4, ...values }
  for (const [key, value] of Object.entries(facts)) metadata.set(`llama.${key}`, value)
  const header: GgufHeader = { version: 3, metadata, tensors: [], alignmentBytes: 32, dataOffset: 0, endOffset: 0 }
  return cacheShapeOf(header)
}
const shape = shapeOf()
/** `mebibytes` are free in addition to the half GiB that is never used. */
const machine = (mebibytes: number): PlanMachine => ({
  ram: { totalBytes: 2 ** 34, freeBytes: 2 ** 29 + mebibytes * 2 ** 20 },
  vram: null,
  measuredAtMs: 0,
})
const preview = (change: Partial<typeof defaultKvSettings>, mebibytes: number) =>
  previewContext(shape, { ...defaultKvSettings, ...change }, undefined, machine(mebibytes))

describe('the preview of settings', () => {
  it('says which context an automatic choice selects, and why', () => {
    const roomy = preview({}, 1024)
    expect(autoText(roomy.choice)).toBe('auto: 4,096')
    expect(contextHint(shape, defaultKvSettings, roomy)).toBe('Uses 4,096 tokens, as many as the model was trained for.')
    // 8 MiB / 4,096 B
    const short = preview({}, 8)
    expect(autoText(short.choice)).toBe('auto: 2,048')
    expect(contextHint(shape, defaultKvSettings, short)).toBe('Uses 2,048 tokens because memory is limited.')
  })
  it('says how much more would fit than the automatic choice uses, if the free memory is known', () => {
    const long = shapeOf({ context_length: 32_768 })
    const hint = (mebibytes: number | null) =>
      contextHint(
        long,
        defaultKvSettings,
        previewContext(long, defaultKvSettings, undefined, mebibytes === null ? undefined : machine(mebibytes)),
      )
    expect(hint(1024)).toMatch(/^Uses 8,192 tokens; up to 32,768 fit\./)
    // 64 MiB / 4,096 B
    expect(hint(64)).toMatch(/^Uses 8,192 tokens; up to 16,384 fit\./)
    expect(hint(null)).toBe('Uses 8,192 tokens. To use more, type a number.')
  })
  it('refuses a context that does not fit in memory, next to its field', () => {
    const { problem } = preview({ contextTokens: 8192 }, 8)
    expect(problem?.field).toBe('contextTokens')
    expect(problem?.text).toContain('A context of 8,192 tokens needs 32.0 MiB of memory. 8.00 MiB is free.')
    expect(problem?.text).toContain('Up to 2,048 tokens fit')
  })
  it('warns about a context beyond the trained one, and allows it', () => {
    const settings = { ...defaultKvSettings, contextTokens: 8192 }
    expect(preview(settings, 1024).problem).toBeNull()
    expect(contextWarning(shape, { ...settings, contextTokens: 4096 })).toBeUndefined()
    expect(contextWarning(shape, settings)).toContain('Longer than the model was trained for (4,096 tokens).')
  })
  it('refuses no context for lack of memory on a GPU, because only llama.cpp knows how much memory is free there', () => {
    const withGpu = { ...machine(0), vram: { totalBytes: 1, freeBytes: 1, devices: ['a GPU'] } }
    expect(previewContext(shape, { ...defaultKvSettings, contextTokens: 1_000_000 }, undefined, withGpu).problem).toBeNull()
  })
})

describe('a refusal', () => {
  const blame = (change: Partial<typeof defaultKvSettings>, of = shape) => blamedField(of, { ...defaultKvSettings, ...change })
  it('is shown under the field that would fix it', () => {
    expect(blame({})).toBeNull()
    // Four times 2,147,483,392 tokens exceed llama.cpp's counter.
    expect(blame({ contextTokens: 2 ** 31 - 256, sequences: 4 })).toBe('contextTokens')
    expect(blame({ valueType: 'q8_0', flashAttention: 'off' })).toBe('valueType')
    expect(blame({ keyType: 'q8_0' }, shapeOf({ embedding_length: 320 }))).toBe('keyType')
  })
})
