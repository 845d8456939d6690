import { mostSchemaPrompts, mostToolPrompts } from '../../../core/contract/compare/compare-limits'
import type { CompareText } from '../../../core/contract/compare/compare-runs'
import type { CompareVariant } from '../../../core/contract/compare/compare-variants'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import type { KvSettings } from '../../../core/contract/settings/kv-settings'
import type { KvType } from '../../../core/contract/settings/kv-types'

export const partNames = ['speed', 'latency', 'quality', 'passkey', 'toolCalls', 'schemas', 'answers', 'cacheless'] as const
export type PartName = (typeof partNames)[number]

export interface ComparisonSetup {
  readonly modelId: string | null
  readonly title: string
  /** The first setting is the reference. */
  readonly variants: readonly CompareVariant[]
  readonly isOn: Readonly<Record<PartName, boolean>>
  readonly speed: { readonly tests: string; readonly depths: string; readonly repetitions: number; readonly warmUp: boolean }
  readonly latency: {
    readonly prompt: string
    readonly newWords: number
    readonly outputTokens: number
    readonly turns: number
    readonly ttftMs: number
    readonly itlMs: number
  }
  /** null for the first bundled text. */
  readonly text: CompareText | null
  readonly quality: { readonly chunkTokens: number; readonly maxChunks: number | null; readonly specialTokens: boolean }
  /** `depths` are percentages of the prompt. */
  readonly passkey: { readonly promptTokens: number; readonly depths: string; readonly trials: number }
  readonly toolCalls: { readonly prompts: number }
  readonly schemas: { readonly prompts: number }
  /** One prompt per line. */
  readonly answers: { readonly prompts: string; readonly maxTokens: number }
  readonly cacheless: { readonly prompt: string; readonly tokens: number }
}

/** The reference, about half its bits, about a quarter, and a mix that gives keys more bits. */
const firstPairs: readonly (readonly [KvType, KvType])[] = [
  ['f16', 'f16'],
  ['q8_0', 'q8_0'],
  ['q4_0', 'q4_0'],
  ['q8_0', 'q4_0'],
]
const firstVariants: readonly KvSettings[] = firstPairs.map(([keyType, valueType]) => ({ ...defaultKvSettings, keyType, valueType }))

/** Always the same, so that runs stay comparable. In English, the only language that the embedded model knows. */
const question = 'What is the KV cache, and why does it grow with every token?'

const allOn: ComparisonSetup['isOn'] = {
  speed: true,
  latency: true,
  quality: true,
  passkey: true,
  toolCalls: true,
  schemas: true,
  answers: true,
  cacheless: true,
}

export type PresetName = 'quick' | 'thorough'

export interface PresetModel {
  /** 0 if unknown. */
  readonly trainedTokens: number
  /** Known only while the model is loaded. */
  readonly takesTools?: boolean
  /** Some settings are on servers. */
  readonly hasServers?: boolean
}

export const usualNewWords = 256

/** Omits depths beyond the trained context, because such results are not representative. */
export function presetParts(
  preset: PresetName,
  { trainedTokens, takesTools = false, hasServers = false }: PresetModel,
): Pick<ComparisonSetup, 'isOn' | PartName> {
  const newWords = hasServers ? usualNewWords : 0
  const room = trainedTokens > 0 ? trainedTokens : 8192
  const depths = (wanted: readonly number[], tokens: number) => wanted.filter((depth) => depth === 0 || depth + tokens <= room).join(', ')
  if (preset === 'quick')
    return {
      isOn: { ...allOn, passkey: false, toolCalls: false, schemas: false, cacheless: false },
      speed: { tests: 'pp256, tg32', depths: depths([0, 1024], 256), repetitions: 3, warmUp: true },
      latency: { prompt: question, newWords, outputTokens: 32, turns: 3, ttftMs: 500, itlMs: 50 },
      quality: { chunkTokens: 512, maxChunks: 4, specialTokens: false },
      passkey: { promptTokens: Math.min(1024, room / 2), depths: '10, 50, 90', trials: 3 },
      toolCalls: { prompts: 16 },
      schemas: { prompts: 16 },
      answers: { prompts: question, maxTokens: 64 },
      cacheless: { prompt: question, tokens: 32 },
    }
  return {
    isOn: { ...allOn, toolCalls: takesTools },
    speed: { tests: 'pp512, tg128, pp512+tg128', depths: depths([0, 1024, 2048, 4096, 7168], 640), repetitions: 5, warmUp: true },
    latency: { prompt: question, newWords, outputTokens: 128, turns: 10, ttftMs: 500, itlMs: 50 },
    quality: { chunkTokens: 512, maxChunks: null, specialTokens: false },
    passkey: { promptTokens: Math.min(4096, room / 2), depths: '0, 25, 50, 75, 100', trials: 5 },
    toolCalls: { prompts: mostToolPrompts },
    schemas: { prompts: mostSchemaPrompts },
    answers: { prompts: `${question}\nTell me a tiny story.\nRepeat: one two three four five six seven`, maxTokens: 200 },
    cacheless: { prompt: question, tokens: 128 },
  }
}

export const firstSetup: ComparisonSetup = {
  modelId: null,
  title: '',
  variants: firstVariants,
  text: null,
  ...presetParts('quick', { trainedTokens: 0 }),
}
