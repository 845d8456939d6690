/** Where things lie, in a checkout and in an installation, and where a user's data goes. */
import os from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'

export interface Resources {
  readonly rendererFolder: string
  readonly engineEntry: string
  readonly fakeEngineEntry: string
  readonly labEntry: string
  readonly trialEntry: string
  readonly templateEntry: string
  /** The node_modules with the builds of llama.cpp, where the system's loader finds them. */
  readonly modulesFolder: string
  readonly embeddedModelPath: string
  /** The folder native-models: texts for benchmarks lie in it. */
  readonly textsFolder: string
  /** A picture for the title bar and the task list, where the system does not take it from the program. */
  readonly windowIconPath: string
}

/**
 * `root`: the folder of package.json, or the archive `app.asar` of an installation.
 * In a checkout HEADROOM_FAKE_ENGINE puts the fake engine in the engine's place, for benchmarks of the window.
 */
export function resourcesAt(root: string): Resources {
  const isInstalled = basename(root) === 'app.asar'
  // llama.cpp maps the file itself and knows nothing of archives.
  const unpacked = isInstalled ? `${root}.unpacked` : root
  const fakeEngineEntry = join(root, 'out/fake-engine/index.mjs')
  return {
    rendererFolder: join(root, 'out/renderer'),
    engineEntry: !isInstalled && process.env.HEADROOM_FAKE_ENGINE ? fakeEngineEntry : join(root, 'out/engine/index.mjs'),
    fakeEngineEntry,
    textsFolder: join(root, 'native-models'),
    labEntry: join(root, 'out/lab/index.mjs'),
    trialEntry: join(root, 'out/trial/index.mjs'),
    templateEntry: join(root, 'out/template/index.mjs'),
    modulesFolder: join(unpacked, 'node_modules'),
    embeddedModelPath: join(unpacked, 'native-models/pocket/pocket-f16.gguf'),
    windowIconPath: isInstalled ? join(dirname(root), 'icon.png') : join(root, 'assets/icons/256x256.png'),
  }
}

/** The folder that Electron calls userData, for hosts without Electron: both share one set of conversations. */
export function userDataFolder(): string {
  const home = os.homedir()
  if (process.platform === 'win32') return join(process.env.APPDATA ?? join(home, 'AppData/Roaming'), 'Headroom')
  if (process.platform === 'darwin') return join(home, 'Library/Application Support/Headroom')
  return join(process.env.XDG_CONFIG_HOME || join(home, '.config'), 'Headroom')
}

/** Headroom's own part of it, beside what Chromium keeps there. HEADROOM_DATA overrides it. */
export const dataFolderIn = (userData: string): string =>
  process.env.HEADROOM_DATA ? resolve(process.env.HEADROOM_DATA) : join(userData, 'data')

/** `named`: the option --data, as typed. Absolute: paths of models in it are stored, and a later start may be in another folder. */
export const dataFolderFor = (named: string | undefined): string => (named ? resolve(named) : dataFolderIn(userDataFolder()))
