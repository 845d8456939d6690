/**
 * The built app, arranged like an installed AppImage. Linux only. `npm run check-update` tests a real AppImage.
 */
import { copyFileSync, linkSync, mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { _electron, type ElectronApplication } from '@playwright/test'
import { ownDisplay } from './own-display'
import { root } from './running-host'

export interface InstalledCopy {
  readonly program: string
  /** The file that an update replaces. It contains only text, because it never runs. */
  readonly appImage: string
}

/** `feed`: the URL in app-update.yml. `packaging`: fields that packaging adds to package.json. */
export function installCopy(folder: string, feed: string, packaging: object = {}): InstalledCopy {
  const electron = realpathSync(process.env.ELECTRON_BIN ?? (createRequire(import.meta.url)('electron') as unknown as string))
  const target = join(folder, 'installed')
  mkdirSync(join(target, 'resources'), { recursive: true })
  for (const name of readdirSync(dirname(electron)))
    if (name !== basename(electron) && name !== 'resources') symlinkSync(join(dirname(electron), name), join(target, name))
  // Electron decides by the program's name whether the app is packaged.
  const program = join(target, 'headroom')
  linkOrCopy(electron, program)
  installApp(join(target, 'resources/app'), packaging)
  writeFileSync(join(target, 'resources/app-update.yml'), `provider: generic\nurl: '${feed}'\nupdaterCacheDirName: headroom-updater\n`)
  const appImage = join(folder, 'Headroom.AppImage')
  writeFileSync(appImage, 'the old one')
  return { program, appImage }
}

export async function launchCopy({ program, appImage }: InstalledCopy, folder: string): Promise<ElectronApplication> {
  const { ELECTRON_RUN_AS_NODE, HEADROOM_DATA, HEADROOM_OFFLINE, ...env } = process.env as Record<string, string>
  return _electron.launch({
    executablePath: program,
    args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), `--user-data-dir=${folder}`],
    cwd: root,
    env: {
      ...env,
      ...(await ownDisplay()),
      APPIMAGE: appImage,
      XDG_CACHE_HOME: join(folder, 'cache'),
      HEADROOM_HOME: join(folder, 'home'),
    },
  })
}

function installApp(target: string, packaging: object): void {
  mkdirSync(target)
  for (const name of ['out', 'node_modules', 'native-models', 'assets']) symlinkSync(join(root, name), join(target, name))
  const description = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  writeFileSync(join(target, 'package.json'), JSON.stringify({ ...description, ...packaging }))
}

/** Copies the file if a hard link is impossible, such as between two disks. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}
