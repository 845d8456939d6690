import os from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'

export interface Resources {
  readonly rendererFolder: string
  readonly engineEntry: string
  readonly fakeEngineEntry: string
  readonly remoteEngineEntry: string
  readonly labEntry: string
  readonly trialEntry: string
  readonly bandwidthEntry: string
  readonly templateEntry: string
  readonly documentEntry: string
  /** Must be outside an archive, because the system's loader reads it. */
  readonly modulesFolder: string
  readonly embeddedModelPath: string
  readonly textsFolder: string
  readonly windowIconPath: string
}

/** `root` is the folder of package.json, or `app.asar`. In a checkout, HEADROOM_FAKE_ENGINE selects the fake engine. */
export function resourcesAt(root: string): Resources {
  const isInstalled = basename(root) === 'app.asar'
  // llama.cpp cannot map a file in an archive.
  const unpacked = isInstalled ? `${root}.unpacked` : root
  const fakeEngineEntry = join(root, 'out/fake-engine/index.mjs')
  return {
    rendererFolder: join(root, 'out/renderer'),
    engineEntry: !isInstalled && process.env.HEADROOM_FAKE_ENGINE ? fakeEngineEntry : join(root, 'out/engine/index.mjs'),
    fakeEngineEntry,
    textsFolder: join(root, 'native-models'),
    remoteEngineEntry: join(root, 'out/remote-engine/index.mjs'),
    labEntry: join(root, 'out/lab/index.mjs'),
    trialEntry: join(root, 'out/trial/index.mjs'),
    bandwidthEntry: join(root, 'out/bandwidth/index.mjs'),
    templateEntry: join(root, 'out/template/index.mjs'),
    documentEntry: join(root, 'out/documents/index.mjs'),
    modulesFolder: join(unpacked, 'node_modules'),
    embeddedModelPath: join(unpacked, 'native-models/pocket/pocket-f16.gguf'),
    windowIconPath: isInstalled ? join(dirname(root), 'icon.png') : join(root, 'assets/icons/256x256.png'),
  }
}

/** Electron's data folder. The headless host uses it too. */
export function userDataFolder(): string {
  const home = os.homedir()
  if (process.platform === 'win32') return join(process.env.APPDATA ?? join(home, 'AppData/Roaming'), 'Headroom')
  if (process.platform === 'darwin') return join(home, 'Library/Application Support/Headroom')
  return join(process.env.XDG_CONFIG_HOME || join(home, '.config'), 'Headroom')
}

export const dataFolderIn = (userData: string): string =>
  process.env.HEADROOM_DATA ? resolve(process.env.HEADROOM_DATA) : join(userData, 'data')

/** Absolute, because stored model paths contain it. */
export const dataFolderFor = (named: string | undefined): string => (named ? resolve(named) : dataFolderIn(userDataFolder()))
