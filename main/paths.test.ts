import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { resourcesAt } from './paths'

const root = fileURLToPath(new URL('..', import.meta.url))

describe('the resources', () => {
  it('of a checkout lie where git has them', () => {
    const { embeddedModelPath, windowIconPath } = resourcesAt(root)
    expect(existsSync(embeddedModelPath)).toBe(true)
    expect(existsSync(windowIconPath)).toBe(true)
  })
  it('of an installation are in its archive, but for the files that the system reads itself', () => {
    const folder = join('opt', 'Headroom', 'resources')
    expect(resourcesAt(join(folder, 'app.asar'))).toEqual({
      rendererFolder: join(folder, 'app.asar/out/renderer'),
      engineEntry: join(folder, 'app.asar/out/engine/index.mjs'),
      fakeEngineEntry: join(folder, 'app.asar/out/fake-engine/index.mjs'),
      textsFolder: join(folder, 'app.asar/native-models'),
      labEntry: join(folder, 'app.asar/out/lab/index.mjs'),
      trialEntry: join(folder, 'app.asar/out/trial/index.mjs'),
      modulesFolder: join(folder, 'app.asar.unpacked/node_modules'),
      embeddedModelPath: join(folder, 'app.asar.unpacked/native-models/pocket/pocket-f16.gguf'),
      windowIconPath: join(folder, 'icon.png'),
    })
  })
  it('of a checkout that happens to lie below a folder of that name are not looked for in an archive', () => {
    expect(resourcesAt(join('app.asar', 'headroom')).embeddedModelPath).toBe(
      join('app.asar', 'headroom', 'native-models/pocket/pocket-f16.gguf'),
    )
  })
  it('of an installation are what electron-builder.yml puts there', () => {
    const configuration = readFileSync(join(root, 'electron-builder.yml'), 'utf8')
    const { rendererFolder, engineEntry, labEntry, trialEntry, embeddedModelPath } = resourcesAt('app.asar')
    for (const path of [rendererFolder, engineEntry, labEntry, trialEntry]) {
      const bundle = path.split(/[\\/]/)[2]
      expect(configuration).toMatch(new RegExp(`out/\\{[^}]*\\b${bundle}\\b`))
    }
    expect(configuration).toContain(embeddedModelPath.replaceAll('\\', '/').replace('app.asar.unpacked/', '- '))
    expect(configuration).toContain('to: icon.png')
  })
})
