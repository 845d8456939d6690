import { basename } from 'node:path'
import type { PresetSettings } from '../../../core/contract/settings/presets'
import { presetFileCharacters } from '../../../core/contract/wire/text-limits'
import { readPresetFile } from '../../../core/presets/preset-file'
import { PresetStore } from '../../store/presets'
import { fromDatabase } from './app-database'
import { type Flags, text, UsageError } from './flags'
import { textInFile } from './text-file'

/** `--preset NAME` is a preset of the app, and `--preset FILE.json` an exported one. Throws UsageError, `preset-refused`, `file-too-large` and file errors. */
export async function presetFrom(flags: Flags, dataFolder: string): Promise<PresetSettings | undefined> {
  const named = text(flags, 'preset')
  if (named === undefined) return undefined
  if (!/\.json$/i.test(named.trim())) return presetNamed(named.trim(), dataFolder)
  return readPresetFile(basename(named), await textInFile(named, presetFileCharacters)).settings
}

async function presetNamed(name: string, dataFolder: string): Promise<PresetSettings> {
  const presets = await fromDatabase(dataFolder, (database) => new PresetStore(database).list())
  const found = presets.find((preset) => preset.name.toLowerCase() === name.toLowerCase())
  if (found) return found.settings
  const names = presets.map((preset) => `"${preset.name}"`).join(', ')
  throw new UsageError(
    `no preset is named "${name}"; ${names ? `the presets are ${names}` : 'save one in the settings of the app'}, and a file ends with .json`,
  )
}
