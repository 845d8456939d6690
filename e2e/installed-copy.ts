/**
 * The built app as if it were an AppImage that was installed: Electron under another name, the app among its resources, and a place to
 * look for newer versions. Nothing is packed: `npm run check-update` does that, and takes minutes.
 *
 * Linux only: there an update is a file of our own in the place of another.
 */
import { copyFileSync, linkSync, mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { _electron, type ElectronApplication } from '@playwright/test'
import { root } from './running-host'

export interface InstalledCopy {
  readonly program: string
  /** What an update replaces. It is never started: a text is enough. */
  readonly appImage: string
}

/** `feed`: the address that app-update.yml names. `packaging`: what packaging adds to package.json. */
export function installCopy(folder: string, feed: string, packaging: object = {}): InstalledCopy {
  const electron = realpathSync(process.env.ELECTRON_BIN ?? (createRequire(import.meta.url)('electron') as unknown as string))
  const place = join(folder, 'installed')
  mkdirSync(join(place, 'resources'), { recursive: true })
  for (const name of readdirSync(dirname(electron)))
    if (name !== basename(electron) && name !== 'resources') symlinkSync(join(dirname(electron), name), join(place, name))
  // Electron looks for its files beside the program, wherever a link leads; and it counts as a packaged app by its name.
  const program = join(place, 'headroom')
  linkOrCopy(electron, program)
  installApp(join(place, 'resources/app'), packaging)
  writeFileSync(join(place, 'resources/app-update.yml'), `provider: generic\nurl: '${feed}'\nupdaterCacheDirName: headroom-updater\n`)
  const appImage = join(folder, 'Headroom.AppImage')
  writeFileSync(appImage, 'the old one')
  return { program, appImage }
}

export function launchCopy({ program, appImage }: InstalledCopy, folder: string): Promise<ElectronApplication> {
  const { ELECTRON_RUN_AS_NODE, HEADROOM_DATA, HEADROOM_OFFLINE, ...env } = process.env as Record<string, string>
  return _electron.launch({
    executablePath: program,
    args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), `--user-data-dir=${folder}`],
    cwd: root,
    env: { ...env, APPIMAGE: appImage, XDG_CACHE_HOME: join(folder, 'cache'), HEADROOM_HOME: join(folder, 'home') },
  })
}

/** The checkout as an app, with a package.json of its own. */
function installApp(place: string, packaging: object): void {
  mkdirSync(place)
  for (const name of ['out', 'node_modules', 'native-models', 'assets']) symlinkSync(join(root, name), join(place, name))
  const description = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  writeFileSync(join(place, 'package.json'), JSON.stringify({ ...description, ...packaging }))
}

/** Another disk than that of the tests takes no second name for a file. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}
