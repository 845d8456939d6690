/**
 * electron-updater behind the steps of ../updates/updater.ts. The source stands in app-update.yml, which is written when a package is
 * built for a repository's releases; what is fetched is compared with the SHA-512 published there, and on macOS and Windows its
 * signature with that of this app.
 *
 * Nothing goes by itself: no check at a start, no download with a check, no installation at the end. Loaded with the first look.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import type { AppUpdater, UpdateInfo } from 'electron-updater'
import { coded } from '../../core/contract/coded-error'
import type { UpdateObstacle } from '../../core/contract/updates'
import { installAppImage } from '../updates/install-appimage'
import { obstacleOf } from '../updates/update-obstacle'
import { sourceOf } from '../updates/update-source'
import { type FoundUpdate, noUpdater, type Progress, type Updater } from '../updates/updater'
import { updaterDamage, updaterReason } from '../updates/updater-reasons'

/** electron-updater tells every server a number by which it knows this installation again. All of ours have this one. */
const sameForAll = { 'x-user-staging-id': '00000000-0000-0000-0000-000000000000' }

/** `variant`: what this copy's package.json says, '' for the plain one. */
export function appUpdater(variant: string): Updater {
  const configuration = join(process.resourcesPath, 'app-update.yml')
  if (!app.isPackaged || !existsSync(configuration)) return { ...noUpdater, obstacle: 'no-source' }
  return new ElectronUpdater(sourceOf(readFileSync(configuration, 'utf8')), obstacleOf(variant, process.platform, process.env))
}

class ElectronUpdater implements Updater {
  private loading: Promise<AppUpdater> | undefined
  private found: FoundUpdate | undefined
  private fetchedFile: string | undefined

  constructor(
    readonly source: string,
    readonly obstacle: UpdateObstacle | null,
  ) {}

  async look(): Promise<FoundUpdate | null> {
    try {
      const result = await (await this.updater()).checkForUpdates()
      if (!result?.isUpdateAvailable) return null
      this.found = { version: result.updateInfo.version, sizeBytes: this.obstacle ? null : sizeOf(result.updateInfo) }
      return this.found
    } catch (error) {
      throw coded('update-look-failed', { source: this.source, reason: updaterReason(error) })
    }
  }

  async fetch(onProgress: (progress: Progress) => void): Promise<void> {
    const version = this.found?.version ?? ''
    const updater = await this.updater()
    const listener = ({ transferred, total }: { transferred: number; total: number }) =>
      onProgress({ receivedBytes: transferred, totalBytes: total })
    updater.on('download-progress', listener)
    try {
      const [file] = await updater.downloadUpdate()
      this.fetchedFile = file
    } catch (error) {
      const damage = updaterDamage(error)
      if (damage) throw coded('update-damaged', { version, reason: damage })
      throw coded('update-fetch-failed', { version, reason: updaterReason(error) })
    } finally {
      updater.off('download-progress', listener)
    }
  }

  async install(): Promise<void> {
    const version = this.found?.version ?? ''
    const { APPIMAGE } = process.env
    if (process.platform === 'linux') {
      if (!this.fetchedFile || !APPIMAGE) throw new Error('Expected an AppImage that was fetched by one')
      await installAppImage({ version, file: this.fetchedFile, current: APPIMAGE })
      // Once this app has ended in order: caches are written, the database is closed.
      app.relaunch({ execPath: APPIMAGE, args: process.argv.slice(1).filter((word) => word.startsWith('--')) })
      app.quit()
      return
    }
    const updater = await this.updater()
    await new Promise<void>((resolve, reject) => {
      updater.once('error', (error) => reject(coded('update-install-failed', { version, reason: updaterReason(error) })))
      app.once('before-quit', () => resolve())
      updater.quitAndInstall(false, true)
    })
  }

  private updater(): Promise<AppUpdater> {
    this.loading ??= load()
    return this.loading
  }
}

async function load(): Promise<AppUpdater> {
  const { AppImageUpdater, DebUpdater, MacUpdater, NsisUpdater } = await import('electron-updater')
  const make = {
    darwin: () => new MacUpdater(),
    win32: () => new NsisUpdater(),
    // The one for debs asks the same file, and does not insist on being an AppImage.
    linux: () => (process.env.APPIMAGE ? new AppImageUpdater() : new DebUpdater()),
  }[process.platform as 'darwin' | 'win32' | 'linux']
  const updater: AppUpdater = make()
  Object.assign(updater, {
    autoDownload: false,
    autoInstallOnAppQuit: false,
    allowDowngrade: false,
    // Parts of the old file would make many small requests of one download.
    disableDifferentialDownload: true,
    requestHeaders: sameForAll,
    logger: null,
  })
  // It also throws what it tells here.
  updater.on('error', () => {})
  return updater
}

const sizeOf = ({ files }: UpdateInfo): number | null => files.find(({ url }) => /\.(AppImage|exe|zip)$/.test(url))?.size ?? null
