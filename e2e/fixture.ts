import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, type Page } from '@playwright/test'
import { mountSmallDisk, unmountDisk } from './data-folder'
import { Headroom, type HostKind } from './headroom'
import { isUnderWine } from './host-node'

export interface HostOptions {
  readonly hostKind: HostKind
  /** Size of a simulated data disk in MiB. Needs Linux and root. */
  readonly dataDiskMebibytes: number | undefined
  /** Changes to the fake engine's default speed and faults. undefined for llama.cpp. */
  readonly fakeEngine: Readonly<Record<string, number | string>> | undefined
  /** Added to the environment of the app's processes. By default, they have no network and no models of other programs. */
  readonly environment: Readonly<Record<string, string>>
  /** False to start with the plain view of a first start. */
  readonly details: boolean
}

/** For stories about the window alone. undefined in packages and under Wine, which use their real engine. */
export const quickEngine =
  process.env.HEADROOM_PACKAGED || isUnderWine ? undefined : { loadMs: 10, tokensPerSecond: 1000, prefillTokensPerSecond: 20_000 }

interface Fixtures {
  /** In the state after a first start, while the embedded model loads. May be the app of an earlier test (see `SpareApp`). */
  readonly app: Headroom
  readonly page: Page
}

/** Keeps the app of a worker's last test, because starting the app takes longer than most tests. */
class SpareApp {
  private kept: { readonly app: Headroom; readonly options: string } | undefined

  keep(app: Headroom, options: string): void {
    this.kept = { app, options }
  }
  async take(options: string): Promise<Headroom | undefined> {
    const { kept } = this
    this.kept = undefined
    if (!kept) return undefined
    if (kept.options === options && !isUnderWine && (await kept.app.renew())) return kept.app
    await end(kept.app)
    return undefined
  }
}

async function end(app: Headroom, hasDisk = false): Promise<void> {
  await app.stop()
  if (hasDisk) unmountDisk(join(app.folder, 'data'))
  rmSync(app.folder, { recursive: true, force: true, maxRetries: 5 })
}

interface WorkerFixtures extends Pick<HostOptions, 'hostKind'> {
  readonly spareApp: SpareApp
}

export const test = base.extend<Fixtures & Omit<HostOptions, 'hostKind'>, WorkerFixtures>({
  hostKind: ['web', { option: true, scope: 'worker' }],
  spareApp: [
    async ({ hostKind: _ }, use) => {
      const spare = new SpareApp()
      await use(spare)
      await spare.take('')
    },
    { scope: 'worker' },
  ],
  dataDiskMebibytes: [undefined, { option: true }],
  fakeEngine: [undefined, { option: true }],
  environment: [{}, { option: true }],
  details: [true, { option: true }],
  app: async ({ hostKind, spareApp, dataDiskMebibytes, fakeEngine, environment, details }, use, info) => {
    test.skip(fakeEngine !== undefined && Boolean(process.env.HEADROOM_PACKAGED), 'the package has no fake engine')
    const options = JSON.stringify({ fakeEngine, environment, details })
    const spare = dataDiskMebibytes === undefined ? await spareApp.take(options) : undefined
    const folder = spare?.folder ?? mkdtempSync(join(tmpdir(), 'headroom-e2e-'))
    if (dataDiskMebibytes !== undefined) {
      test.skip(process.platform !== 'linux' || process.getuid?.() !== 0, 'mounting a small disk needs Linux and root')
      mountSmallDisk(join(folder, 'data'), dataDiskMebibytes)
    }
    const app =
      spare ??
      new Headroom(hostKind, folder, {
        HEADROOM_OFFLINE: '1',
        HEADROOM_HOME: join(folder, 'home'),
        ...(fakeEngine ? { HEADROOM_FAKE_ENGINE: JSON.stringify(fakeEngine) } : {}),
        ...environment,
      })
    if (!spare) {
      await app.start()
      if (details) await app.showDetails()
    }
    await use(app)
    const isPassed = info.status === info.expectedStatus
    if (!isPassed) {
      await info.attach('log', { body: app.log, contentType: 'text/plain' })
      await app.page.screenshot({ path: info.outputPath('failed.png') }).catch(() => {})
    }
    if (isPassed && !app.isUsed && dataDiskMebibytes === undefined) spareApp.keep(app, options)
    else await end(app, dataDiskMebibytes !== undefined)
  },
  page: async ({ app }, use) => use(app.page),
})
export { expect } from '@playwright/test'
export type { Headroom } from './headroom'
