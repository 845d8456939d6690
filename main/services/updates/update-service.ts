import type { EventFact } from '../../../core/contract/app/events'
import type { UpdateState, UpdateStep } from '../../../core/contract/app/updates'
import { coded, failureOf } from '../../../core/contract/errors/coded-error'
import type { Offline } from '../../library/network/network'
import type { Updater } from '../../updates/updater'
import type { AppStateHolder } from '../common/app-state'

const progressMs = 250

export interface UpdateServiceOptions {
  readonly updater: Updater
  readonly state: AppStateHolder
  readonly version: string
  readonly commit: string
  readonly isAllowed: () => boolean
  readonly isOffline: () => Offline
}

export class UpdateService {
  private step: UpdateStep = { status: 'idle' }

  constructor(private readonly options: UpdateServiceOptions) {}

  read(): UpdateState {
    const { updater, version, commit } = this.options
    return { version, commit, source: updater.source, obstacle: updater.obstacle, step: this.step }
  }

  /** The result appears in the state. Throws `updates-off`, `offline`, `update-unavailable`. */
  look(): void {
    const { updater } = this.options
    this.assertPermitted()
    if (this.isBusy) return
    this.go({ status: 'looking' })
    void this.attempt(async () => {
      const found = await updater.look()
      if (!found) {
        this.log({ code: 'update-none', facts: {} })
        return { status: 'newest', at: Date.now() }
      }
      this.log({ code: 'update-found', facts: { version: found.version, sizeBytes: found.sizeBytes } })
      return { status: 'found', ...found }
    })
  }

  /** Throws the same errors as `look`, and `update-unavailable` if this build cannot install the update. */
  fetch(): void {
    const { updater } = this.options
    this.assertPermitted()
    this.assertInstallable()
    if (this.isBusy) return
    if (this.step.status !== 'found') throw coded('update-unavailable', { reason: 'other-step' })
    const { version, sizeBytes } = this.step
    this.go({ status: 'fetching', version, receivedBytes: 0, totalBytes: sizeBytes ?? 0 })
    let shownAtMs = 0
    void this.attempt(async () => {
      await updater.fetch((progress) => {
        if (Date.now() - shownAtMs < progressMs) return
        shownAtMs = Date.now()
        this.go({ status: 'fetching', version, ...progress })
      })
      this.log({ code: 'update-fetched', facts: { version } })
      return { status: 'ready', version }
    })
  }

  /** Throws `updates-off`, and `update-unavailable` if no update has been downloaded. */
  install(): void {
    const { updater, isAllowed } = this.options
    if (!isAllowed()) throw coded('updates-off', {})
    this.assertInstallable()
    if (this.isBusy) return
    if (this.step.status !== 'ready') throw coded('update-unavailable', { reason: 'other-step' })
    const { version } = this.step
    this.go({ status: 'installing', version })
    void this.attempt(async () => {
      await updater.install()
      this.log({ code: 'update-installed', facts: { version, replaced: this.options.version } })
      return { status: 'installing', version }
    })
  }

  private get isBusy(): boolean {
    return ['looking', 'fetching', 'installing'].includes(this.step.status)
  }

  private assertPermitted(): void {
    const { updater, isAllowed, isOffline } = this.options
    if (updater.source === null) throw coded('update-unavailable', { reason: updater.obstacle ?? 'no-source' })
    if (!isAllowed()) throw coded('updates-off', {})
    const offline = isOffline()
    if (offline) throw coded('offline', { url: updater.source, isForced: offline === 'forced' })
  }

  private assertInstallable(): void {
    const { obstacle } = this.options.updater
    if (obstacle) throw coded('update-unavailable', { reason: obstacle })
  }

  private async attempt(work: () => Promise<UpdateStep>): Promise<void> {
    try {
      this.go(await work())
    } catch (error) {
      const failure = failureOf(error)
      if (!failure) {
        this.go({ status: 'idle' })
        throw error
      }
      this.options.state.events.addFailure('update', failure)
      this.go({ status: 'failed', failure })
    }
  }

  private log(fact: EventFact): void {
    this.options.state.events.add('update', fact)
  }

  private go(step: UpdateStep): void {
    this.step = step
    this.options.state.changed('updates')
  }
}
