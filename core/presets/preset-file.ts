import { z } from 'zod'
import { coded } from '../contract/errors/coded-error'
import type { PresetFileProblem } from '../contract/errors/settings-reasons'
import { defaultKvSettings } from '../contract/settings/kv-defaults'
import { kvSettings } from '../contract/settings/kv-settings'
import {
  type Preset,
  type PresetSampling,
  type PresetSettings,
  presetName,
  presetSampling,
  presetSettings,
} from '../contract/settings/presets'
import { defaultSampling } from '../contract/settings/sampling'
import type { ExportedFile } from '../contract/wire/exported-file'
import { safeFileName } from '../text/safe-file-name'

const format = 'headroom-preset'
const version = 1

const { draftModelId: _, ...presetDefaults } = defaultSampling
export const defaultPresetSampling: PresetSampling = presetDefaults

/** Files of older versions lack some fields. */
const over =
  (defaults: object) =>
  (value: unknown = {}) =>
    isObject(value) ? { ...defaults, ...(value as object) } : value
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

const file = z.strictObject({
  format: z.literal(format),
  version: z.literal(version),
  name: presetName,
  systemPrompt: presetSettings.shape.systemPrompt.default(null),
  kv: z.preprocess(over(defaultKvSettings), z.strictObject(kvSettings.shape).nullable()),
  sampling: z.preprocess(over(defaultPresetSampling), z.strictObject(presetSampling.shape)),
})

export function presetFile({ name, settings }: Pick<Preset, 'name' | 'settings'>): ExportedFile {
  const { systemPrompt, kv, sampling } = settings
  return {
    fileName: `${safeFileName(name, 'preset')}.preset.json`,
    mediaType: 'application/json',
    text: `${JSON.stringify({ format, version, name, systemPrompt, kv, sampling }, null, 2)}\n`,
  }
}

/** Throws `preset-refused`. */
export function readPresetFile(fileName: string, text: string): { readonly name: string; readonly settings: PresetSettings } {
  const refuse = (reason: PresetFileProblem) => coded('preset-refused', { fileName, reason })
  const value = parsed(text)
  if (value === undefined) throw refuse({ kind: 'not-json' })
  const head = z.object({ format: z.literal(format), version: z.int().min(1) }).safeParse(value)
  if (!head.success) throw refuse({ kind: 'not-a-preset' })
  if (head.data.version > version) throw refuse({ kind: 'newer-version', version: head.data.version })
  const read = file.safeParse(value)
  if (!read.success) throw refuse(problemOf(read.error))
  const { name, systemPrompt, kv, sampling } = read.data
  return { name, settings: { systemPrompt, kv, sampling } }
}

function problemOf({ issues }: z.ZodError): PresetFileProblem {
  const [issue] = issues
  const path = issue?.path ?? []
  if (issue?.code !== 'unrecognized_keys') return { kind: 'invalid-field', field: path.join('.') }
  return { kind: 'unknown-field', field: [...path, issue.keys[0] ?? ''].join('.') }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
}

/** `name`, or `name (2)` if another preset has it. */
export function freeName(name: string, taken: readonly string[]): string {
  const used = new Set(taken.map((each) => each.toLowerCase()))
  let candidate = name
  for (let number = 2; used.has(candidate.toLowerCase()); number++) candidate = `${name.slice(0, 190)} (${number})`
  return candidate
}
