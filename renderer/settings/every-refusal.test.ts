import { describe, expect, it } from 'vitest'
import { type SettingsRefusal, settingsRefusal } from '../../core/contract/errors/settings-reasons'
import { defaultKvSettings } from '../../core/contract/settings/kv-defaults'
import type { KvSettings } from '../../core/contract/settings/kv-settings'
import { kvTypes } from '../../core/contract/settings/kv-types'
import { kvRanges } from '../../core/contract/settings/setting-ranges'
import { makeHeader } from '../../core/gguf/made-header'
import { cacheShapeOf } from '../../core/kv/cache-shape-of'
import { previewContext } from './context-preview'
import { kvChoices } from './refused-choices'

type Keys = Parameters<typeof makeHeader>[1]
const common = { block_count: 4, context_length: 4096, embedding_length: 256, 'attention.head_count': 4 }
const shapeOf = (architecture: string, keys: Keys = {}) => cacheShapeOf(makeHeader(architecture, { ...common, ...keys }))

interface ExpectedRefusal {
  readonly code: SettingsRefusal['kind']
  readonly of: ReturnType<typeof shapeOf>
  readonly settings?: Partial<KvSettings>
  /** `field` is null if no field fixes the refusal. The refusal is then shown at the bottom of the form. */
  readonly at: { readonly choice: Partial<KvSettings> } | { readonly field: string | null }
  readonly sentence: string
}

const expectedRefusals: readonly ExpectedRefusal[] = [
  {
    code: 'quantized-value-needs-flash-attention',
    of: shapeOf('llama'),
    settings: { flashAttention: 'off' },
    at: { choice: { valueType: 'q4_0' } },
    sentence: 'V as q4_0 needs flash attention, which is off.',
  },
  {
    code: 'quantized-value-needs-flash-attention',
    of: shapeOf('llama'),
    settings: { valueType: 'q8_0' },
    at: { choice: { flashAttention: 'off' } },
    sentence: 'V as q8_0 needs flash attention, which is off.',
  },
  {
    code: 'head-not-divisible-by-block',
    of: shapeOf('llama', { embedding_length: 320 }),
    at: { choice: { keyType: 'q8_0' } },
    sentence: 'K as q8_0 needs heads whose size is a multiple of 32 elements. The heads of this model have 80.',
  },
  {
    code: 'mla-needs-equal-types',
    of: shapeOf('deepseek2', { 'attention.key_length_mla': 192, 'attention.value_length_mla': 128 }),
    at: { choice: { keyType: 'q8_0' } },
    sentence: 'This model stores K and V as one tensor, so both need the same type. q8_0 and f16 differ.',
  },
  {
    code: 'no-context',
    of: shapeOf('llama'),
    settings: { contextTokens: kvRanges.contextTokens.most, sequences: 4 },
    at: { field: 'contextTokens' },
    sentence: 'llama.cpp supports up to 4,294,967,040 tokens for all sequences together.',
  },
  {
    code: 'needs-target-model',
    of: shapeOf('eagle3'),
    at: { field: null },
    sentence: 'This is a draft model, which only works with the model that it drafts for.',
  },
  {
    code: 'cannot-be-loaded',
    of: shapeOf('llama', { block_count: 513 }),
    at: { field: null },
    sentence: 'llama.cpp cannot load this model',
  },
  {
    code: 'kills-the-process',
    of: shapeOf('llama', { embedding_length: 320, 'attention.head_count_kv': 1 }),
    settings: { flashAttention: 'off' },
    at: { choice: { keyType: 'q8_0' } },
    sentence: 'A key row has 80 elements, which is not a multiple of the block size 32.',
  },
  {
    code: 'kills-the-process',
    of: shapeOf('minimax-01', { full_attention_interval: 2 }),
    settings: { sequences: 3 },
    at: { field: 'sequences' },
    sentence: 'For this architecture, the micro-batch must be a multiple of the number of sequences.',
  },
  {
    code: 'kills-the-process',
    of: shapeOf('plm'),
    at: { field: 'flashAttention' },
    sentence: 'PLM in llama.cpp does not work with flash attention. Turn it off.',
  },
  {
    code: 'kills-the-process',
    of: shapeOf('plm'),
    settings: { flashAttention: 'off' },
    at: { choice: { flashAttention: 'on' } },
    sentence: 'PLM in llama.cpp does not work with flash attention. Turn it off.',
  },
  {
    code: 'kills-the-process',
    of: shapeOf('gemma2', { 'attention.sliding_window': 64, 'attention.sliding_window_pattern': 1 }),
    at: { field: null },
    sentence: 'The file declares a sliding window, but no layer uses one.',
  },
]

describe('the settings form', () => {
  for (const { code, of, settings, at, sentence } of expectedRefusals)
    it(`shows the refusal before anything is loaded: ${code}, ${sentence}`, () => {
      const kv = { ...defaultKvSettings, ...settings }
      if ('choice' in at) expect(kvChoices(of, kv).refusal(at.choice)).toBe(sentence)
      else {
        const { choice, problem } = previewContext(of, kv, undefined, undefined)
        expect(choice).toMatchObject({ kind: 'refused', refusal: { reason: { kind: code } } })
        expect(problem?.field).toBe(at.field)
        expect(problem?.text).toContain(sentence)
      }
    })
  it('can show every kind of refusal, except one that its ranges rule out', () => {
    // The form's range ends at llama.cpp's limit of sequences.
    expect(kvRanges.sequences.most).toBe(256)
    const unreachable = ['too-many-sequences']
    expect(new Set([...expectedRefusals.map(({ code }) => code), ...unreachable])).toEqual(
      new Set(settingsRefusal.options.flatMap(({ shape: { kind } }) => ('values' in kind ? [...kind.values] : kind.options))),
    )
  })
  it('refuses no type that llama.cpp accepts', () => {
    const { refusal } = kvChoices(shapeOf('llama'), defaultKvSettings)
    for (const type of kvTypes) expect([refusal({ keyType: type }), refusal({ valueType: type })]).toEqual([undefined, undefined])
  })
})
