import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { failureOf } from '../../../core/contract/errors/coded-error'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import type { PresetSettings } from '../../../core/contract/settings/presets'
import { defaultPresetSampling, presetFile } from '../../../core/presets/preset-file'
import { dataFolder, openTestStore } from '../../store/testing/test-store'
import { UsageError } from './flags'
import { presetFrom } from './preset-flag'

const folder = mkdtempSync(join(tmpdir(), 'headroom-preset-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const brief: PresetSettings = { systemPrompt: 'Be brief.', kv: defaultKvSettings, sampling: { ...defaultPresetSampling, topK: 3 } }

describe('--preset', () => {
  it('reads an exported preset', async () => {
    const path = join(folder, 'brief.preset.json')
    writeFileSync(path, presetFile({ name: 'Brief', settings: brief }).text)
    expect(await presetFrom({ preset: path }, folder)).toEqual(brief)
    expect(await presetFrom({}, folder)).toBeUndefined()
  })
  it('reads a preset of the app by its name, even while the app has the data folder open', async () => {
    const data = dataFolder()
    openTestStore(data).presets.add('Brief', brief)
    expect(await presetFrom({ preset: 'brief' }, data)).toEqual(brief)
    await expect(presetFrom({ preset: 'Long' }, data)).rejects.toThrow('no preset is named "Long"; the presets are "Brief"')
  })
  it('refuses a bad file and a missing one, with the reason', async () => {
    const path = join(folder, 'bad.json')
    writeFileSync(path, '{')
    const codeOf = (error: unknown) => failureOf(error)
    expect(await presetFrom({ preset: path }, folder).catch(codeOf)).toEqual({
      code: 'preset-refused',
      facts: { fileName: 'bad.json', reason: { kind: 'not-json' } },
    })
    expect(await presetFrom({ preset: join(folder, 'none.json') }, folder).catch(codeOf)).toMatchObject({ code: 'file-not-found' })
    writeFileSync(path, ' '.repeat(1_000_001))
    expect(await presetFrom({ preset: path }, folder).catch(codeOf)).toMatchObject({ code: 'file-too-large' })
  })
  it('says that no preset has the name, if the app was never started', async () => {
    await expect(presetFrom({ preset: 'Brief' }, folder)).rejects.toThrow(UsageError)
  })
})
