import { existsSync, readFileSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { dataFolderFor, dataFolderIn, resourcesAt } from './paths'

const root = fileURLToPath(new URL('..', import.meta.url))

describe('the data folder', () => {
  const before = process.env.HEADROOM_DATA
  afterEach(() => {
    if (before === undefined) delete process.env.HEADROOM_DATA
    else process.env.HEADROOM_DATA = before
  })
  it('is absolute even if HEADROOM_DATA is relative, because model paths are stored', () => {
    process.env.HEADROOM_DATA = 'data'
    expect(dataFolderIn('/user')).toBe(resolve('data'))
    process.env.HEADROOM_DATA = '/data'
    expect(dataFolderIn('/user')).toBe(resolve('/data'))
    expect(isAbsolute(dataFolderIn('/user'))).toBe(true)
  })
  it('is absolute even if --data is relative, and --data overrides HEADROOM_DATA', () => {
    process.env.HEADROOM_DATA = 'elsewhere'
    expect(dataFolderFor('data')).toBe(resolve('data'))
    expect(dataFolderFor(undefined)).toBe(resolve('elsewhere'))
  })
})

describe('the resources', () => {
  it('are at their paths in git if Headroom runs from a checkout', () => {
    const { embeddedModelPath, windowIconPath } = resourcesAt(root)
    expect(existsSync(embeddedModelPath)).toBe(true)
    expect(existsSync(windowIconPath)).toBe(true)
  })
  it('are in the archive of an installation, except files that native code reads', () => {
    const folder = join('opt', 'Headroom', 'resources')
    expect(resourcesAt(join(folder, 'app.asar'))).toEqual({
      rendererFolder: join(folder, 'app.asar/out/renderer'),
      engineEntry: join(folder, 'app.asar/out/engine/index.mjs'),
      fakeEngineEntry: join(folder, 'app.asar/out/fake-engine/index.mjs'),
      textsFolder: join(folder, 'app.asar/native-models'),
      remoteEngineEntry: join(folder, 'app.asar/out/remote-engine/index.mjs'),
      labEntry: join(folder, 'app.asar/out/lab/index.mjs'),
      trialEntry: join(folder, 'app.asar/out/trial/index.mjs'),
      bandwidthEntry: join(folder, 'app.asar/out/bandwidth/index.mjs'),
      templateEntry: join(folder, 'app.asar/out/template/index.mjs'),
      documentEntry: join(folder, 'app.asar/out/documents/index.mjs'),
      modulesFolder: join(folder, 'app.asar.unpacked/node_modules'),
      embeddedModelPath: join(folder, 'app.asar.unpacked/native-models/pocket/pocket-f16.gguf'),
      windowIconPath: join(folder, 'icon.png'),
    })
  })
  it('are not looked up in an archive if a checkout is in a folder that is only named like one', () => {
    expect(resourcesAt(join('app.asar', 'headroom')).embeddedModelPath).toBe(
      join('app.asar', 'headroom', 'native-models/pocket/pocket-f16.gguf'),
    )
  })
  it('are included in the package by electron-builder.yml', () => {
    const configuration = readFileSync(join(root, 'electron-builder.yml'), 'utf8')
    const { rendererFolder, engineEntry, labEntry, trialEntry, templateEntry, documentEntry, embeddedModelPath } = resourcesAt('app.asar')
    for (const path of [rendererFolder, engineEntry, labEntry, trialEntry, templateEntry, documentEntry]) {
      const bundle = path.split(/[\\/]/)[2]
      expect(configuration).toMatch(new RegExp(`out/\\{[^}]*\\b${bundle}\\b`))
    }
    expect(configuration).toContain(embeddedModelPath.replaceAll('\\', '/').replace('app.asar.unpacked/', '- '))
    expect(configuration).toContain('to: icon.png')
  })
})
