import { z } from 'zod'
import { systemPromptCharacters } from '../wire/text-limits'
import { kvSettings } from './kv-settings'
import { samplingSettings } from './sampling'

/** A draft model is a file on one machine and fits one model, so a preset does not name it. */
export const presetSampling = samplingSettings.omit({ draftModelId: true })
export type PresetSampling = z.infer<typeof presetSampling>

export const presetSettings = z.object({
  /** null leaves the system prompt of a conversation as it is. */
  systemPrompt: z.string().min(1).max(systemPromptCharacters).nullable(),
  /** null leaves the KV settings of a model as they are. */
  kv: kvSettings.nullable(),
  sampling: presetSampling,
})
export type PresetSettings = z.infer<typeof presetSettings>

export const presetName = z.string().trim().min(1).max(200)

export const preset = z.object({ id: z.string(), name: presetName, settings: presetSettings })
export type Preset = z.infer<typeof preset>
