/**
 * Packaging writes the update source to app-update.yml and the publisher's key to package.json. Headroom downloads only signed files
 * (../updates/genuine-files.ts), so electron-updater compares each download with a signed SHA-512. The file is hashed again after the
 * download and before it runs.
 */
import type { KeyObject } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import type { AppUpdater, UpdateInfo } from 'electron-updater'
import type { UpdateObstacle } from '../../core/contract/app/updates'
import { coded, failureOf } from '../../core/contract/errors/coded-error'
import { assertUnchanged, type FetchedFile, fetchedOneOf } from '../updates/fetched-file'
import { type GenuineFile, genuineFiles, updateKeyFrom } from '../updates/genuine-files'
import { installAppImage } from '../updates/install-appimage'
import { obstacleOf } from '../updates/update-obstacle'
import { sourceOf } from '../updates/update-source'
import { type FoundUpdate, noUpdater, type Progress, type Updater } from '../updates/updater'
import { updaterDamage, updaterReason } from '../updates/updater-reasons'

/** Replaces the installation's id, which electron-updater would send. */
const sameForAll = { 'x-user-staging-id': '00000000-0000-0000-0000-000000000000' }

/** `variant` is '' for the build without CUDA. */
export function appUpdater(variant: string, updateKey: string | undefined): Updater {
  const configuration = join(process.resourcesPath, 'app-update.yml')
  if (!app.isPackaged || !existsSync(configuration)) return { ...noUpdater, obstacle: 'no-source' }
  const key = updateKeyFrom(updateKey)
  const obstacle = obstacleOf(variant, process.platform, process.env) ?? (key ? null : 'no-key')
  return new ElectronUpdater(sourceOf(readFileSync(configuration, 'utf8')), obstacle, key)
}

class ElectronUpdater implements Updater {
  private loading: Promise<AppUpdater> | undefined
  private found: { readonly version: string; readonly files: readonly GenuineFile[] } | undefined
  private fetched: FetchedFile | undefined

  constructor(
    readonly source: string,
    readonly obstacle: UpdateObstacle | null,
    private readonly key: KeyObject | undefined,
  ) {}

  async look(): Promise<FoundUpdate | null> {
    this.found = undefined
    const update = await this.newer()
    if (!update) return null
    const { version } = update
    if (!this.key) return { version, sizeBytes: null }
    const files = genuineFiles(update, this.key, this.source)
    // electron-updater downloads only these files.
    Object.assign(update, { files, packages: null })
    this.found = { version, files }
    return { version, sizeBytes: this.obstacle ? null : sizeOf(files) }
  }

  private async newer(): Promise<UpdateInfo | undefined> {
    try {
      const result = await (await this.updater()).checkForUpdates()
      return result?.isUpdateAvailable ? result.updateInfo : undefined
    } catch (error) {
      throw coded('update-look-failed', { source: this.source, reason: updaterReason(error) })
    }
  }

  async fetch(onProgress: (progress: Progress) => void): Promise<void> {
    if (!this.found) throw new Error('Expected a genuine version that look() found')
    const { version, files } = this.found
    const updater = await this.updater()
    const listener = ({ transferred, total }: { transferred: number; total: number }) =>
      onProgress({ receivedBytes: transferred, totalBytes: total })
    updater.on('download-progress', listener)
    try {
      const [path = ''] = await updater.downloadUpdate()
      this.fetched = await fetchedOneOf(files, version, path)
    } catch (error) {
      if (failureOf(error)) throw error
      const damage = updaterDamage(error)
      if (damage) throw coded('update-damaged', { version, reason: damage })
      throw coded('update-fetch-failed', { version, reason: updaterReason(error) })
    } finally {
      updater.off('download-progress', listener)
    }
  }

  async install(): Promise<void> {
    const { fetched } = this
    if (!fetched) throw new Error('Expected a version that fetch() downloaded')
    if (process.platform === 'linux') {
      const { APPIMAGE } = process.env
      if (!APPIMAGE) throw new Error('Expected APPIMAGE to name an AppImage')
      await installAppImage(fetched, APPIMAGE)
      app.relaunch({ execPath: APPIMAGE, args: process.argv.slice(1).filter((word) => word.startsWith('--')) })
      app.quit()
      return
    }
    const failed = (error: unknown) => coded('update-install-failed', { version: fetched.version, reason: updaterReason(error) })
    await assertUnchanged(fetched).catch((error: unknown) => {
      throw failureOf(error) ? error : failed(error)
    })
    const updater = await this.updater()
    await new Promise<void>((resolve, reject) => {
      updater.once('error', (error) => reject(failed(error)))
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
    // The deb updater reads the same feed and works without an AppImage.
    linux: () => (process.env.APPIMAGE ? new AppImageUpdater() : new DebUpdater()),
  }[process.platform as 'darwin' | 'win32' | 'linux']
  const updater: AppUpdater = make()
  Object.assign(updater, {
    autoDownload: false,
    autoInstallOnAppQuit: false,
    allowDowngrade: false,
    disableDifferentialDownload: true,
    disableWebInstaller: true,
    requestHeaders: sameForAll,
    logger: null,
  })
  updater.on('error', () => {})
  return updater
}

const sizeOf = (files: readonly GenuineFile[]): number | null => files.find(({ url }) => /\.(AppImage|exe|zip)$/.test(url))?.size ?? null
