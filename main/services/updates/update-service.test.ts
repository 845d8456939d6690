import { describe, expect, it } from 'vitest'
import { coded, failureOf } from '../../../core/contract/errors/coded-error'
import type { FoundUpdate, Updater } from '../../updates/updater'
import { AppStateHolder } from '../common/app-state'
import { UpdateService, type UpdateServiceOptions } from './update-service'

class ScriptedUpdater implements Updater {
  readonly source = 'updates.example.invalid'
  obstacle: Updater['obstacle'] = null
  asked: string[] = []
  found: FoundUpdate | null = { version: '0.2.0', sizeBytes: 1000 }
  failing: { step?: string; error?: Error } = {}

  private async step(name: string): Promise<void> {
    this.asked.push(name)
    if (this.failing.step === name) throw this.failing.error
  }
  async look(): Promise<FoundUpdate | null> {
    await this.step('look')
    return this.found
  }
  async fetch(onProgress: (progress: { receivedBytes: number; totalBytes: number }) => void): Promise<void> {
    onProgress({ receivedBytes: 400, totalBytes: 1000 })
    await this.step('fetch')
  }
  install(): Promise<void> {
    return this.step('install')
  }
}

function make(change: Partial<UpdateServiceOptions> = {}) {
  const updater = new ScriptedUpdater()
  const state = new AppStateHolder()
  const options = { updater, state, version: '0.1.0', commit: '3001904', isAllowed: () => true, isOffline: () => false, ...change }
  const service = new UpdateService(options)
  const settled = async () => {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
    return service.read().step
  }
  return { updater, state, service, settled }
}
const codeOf = (work: () => void): string | undefined => {
  try {
    work()
    return undefined
  } catch (error) {
    return failureOf(error)?.code
  }
}

describe('updates', () => {
  it('are checked for, downloaded, and installed, each on request', async () => {
    const { updater, state, service, settled } = make()
    service.look()
    expect(service.read().step).toEqual({ status: 'looking' })
    expect(await settled()).toEqual({ status: 'found', version: '0.2.0', sizeBytes: 1000 })
    expect(updater.asked).toEqual(['look'])
    service.fetch()
    expect(service.read().step).toEqual({ status: 'fetching', version: '0.2.0', receivedBytes: 400, totalBytes: 1000 })
    expect(await settled()).toEqual({ status: 'ready', version: '0.2.0' })
    service.install()
    expect(await settled()).toEqual({ status: 'installing', version: '0.2.0' })
    expect(updater.asked).toEqual(['look', 'fetch', 'install'])
    expect(state.events.list.map(({ code }) => code)).toEqual(['update-found', 'update-fetched', 'update-installed'])
    expect(state.value.revisions.updates).toBeGreaterThan(5)
  })
  it('are not found if there is no newer version', async () => {
    const { updater, service, settled } = make()
    updater.found = null
    service.look()
    expect(await settled()).toMatchObject({ status: 'newest' })
  })
  it('are not checked for while they are switched off or Headroom is offline', () => {
    const off = make({ isAllowed: () => false })
    expect(codeOf(() => off.service.look())).toBe('updates-off')
    expect(codeOf(() => off.service.install())).toBe('updates-off')
    const offline = make({ isOffline: () => true })
    expect(codeOf(() => offline.service.look())).toBe('offline')
    expect(codeOf(() => offline.service.fetch())).toBe('offline')
    expect([...off.updater.asked, ...offline.updater.asked]).toEqual([])
  })
  it('are not downloaded before they are found, nor installed before they are downloaded', () => {
    const { updater, service } = make()
    expect(codeOf(() => service.fetch())).toBe('update-unavailable')
    expect(codeOf(() => service.install())).toBe('update-unavailable')
    expect(updater.asked).toEqual([])
  })
  it('are found for a copy from a system package, but left to the package manager', async () => {
    const { updater, service, settled } = make()
    updater.obstacle = 'system-package'
    service.look()
    expect(await settled()).toMatchObject({ status: 'found' })
    expect(codeOf(() => service.fetch())).toBe('update-unavailable')
    expect(updater.asked).toEqual(['look'])
  })
  it('are found, but never downloaded, if this copy has no key to verify them', async () => {
    const { updater, service, settled } = make()
    updater.obstacle = 'no-key'
    service.look()
    expect(await settled()).toMatchObject({ status: 'found' })
    expect(codeOf(() => service.fetch())).toBe('update-unavailable')
    expect(codeOf(() => service.install())).toBe('update-unavailable')
    expect(updater.asked).toEqual(['look'])
  })
  it('are not offered if they are not genuine', async () => {
    const { updater, state, service, settled } = make()
    const error = coded('update-not-genuine', { version: '0.2.0', source: updater.source, reason: 'unsigned' })
    updater.failing = { step: 'look', error }
    service.look()
    expect(await settled()).toEqual({ status: 'failed', failure: error.failure })
    expect(codeOf(() => service.fetch())).toBe('update-unavailable')
    expect(updater.asked).toEqual(['look'])
    expect(state.events.list.at(-1)).toMatchObject({ code: 'update-not-genuine', isTrouble: true })
  })
  it('can be checked for again after a failure, which is reported', async () => {
    const { updater, state, service, settled } = make()
    service.look()
    await settled()
    const error = coded('update-damaged', { version: '0.2.0', reason: 'checksum' })
    updater.failing = { step: 'fetch', error }
    service.fetch()
    expect(await settled()).toEqual({ status: 'failed', failure: error.failure })
    expect(state.events.list.at(-1)).toMatchObject({ kind: 'update', code: 'update-damaged', isTrouble: true })
    service.look()
    expect(await settled()).toMatchObject({ status: 'found' })
  })
  it('are not affected by a second request while a step is running', async () => {
    const { updater, service, settled } = make()
    service.look()
    service.look()
    await settled()
    expect(updater.asked).toEqual(['look'])
  })
})
