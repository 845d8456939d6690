import { createReadStream, existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { coded } from '../../../core/contract/errors/coded-error'
import type { PresetSettings } from '../../../core/contract/settings/presets'
import { presetFileCharacters } from '../../../core/contract/wire/text-limits'
import { readPresetFile } from '../../../core/presets/preset-file'
import { asFileFailure } from '../../library/files/file-failures'
import { typedPath } from '../../library/files/typed-path'
import { PresetStore } from '../../store/presets'
import { openDatabase } from '../../store/sqlite/open-database'
import { type Flags, text, UsageError } from './flags'

/** `--preset NAME` is a preset of the app, and `--preset FILE.json` an exported one. Throws UsageError, `preset-refused` and file errors. */
export async function presetFrom(flags: Flags, dataFolder: string): Promise<PresetSettings | undefined> {
  const named = text(flags, 'preset')
  if (named === undefined) return undefined
  return /\.json$/i.test(named.trim()) ? presetIn(typedPath(named)) : presetNamed(named.trim(), dataFolder)
}

async function presetIn(path: string): Promise<PresetSettings> {
  const name = basename(path)
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Uint8Array>) {
      bytes += chunk.length
      // A character takes at most three bytes in UTF-8 for each UTF-16 unit.
      if (bytes > 3 * presetFileCharacters) throw coded('preset-refused', { fileName: name, reason: { kind: 'too-long' } })
      chunks.push(chunk)
    }
  } catch (error) {
    throw asFileFailure(error, path)
  }
  return readPresetFile(name, Buffer.concat(chunks).toString('utf8')).settings
}

function presetNamed(name: string, dataFolder: string): PresetSettings {
  const path = join(dataFolder, 'headroom.sqlite')
  const opened = openDatabase(existsSync(path) ? path : ':memory:')
  if ('damaged' in opened)
    throw new UsageError(`the data folder cannot be read: ${opened.damaged}; start the app, which will recover what it can`)
  const presets = new PresetStore(opened.database).list()
  opened.database.close()
  const found = presets.find((preset) => preset.name.toLowerCase() === name.toLowerCase())
  if (found) return found.settings
  const names = presets.map((preset) => `"${preset.name}"`).join(', ')
  throw new UsageError(
    `no preset is named "${name}"; ${names ? `the presets are ${names}` : 'save one in the settings of the app'}, and a file ends with .json`,
  )
}
