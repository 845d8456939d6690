import { failureOf } from '../../../core/contract/errors/coded-error'
import type { LibraryState } from '../../../core/contract/models/library'
import { Emitter } from '../../../core/streams/emitter'
import { SerialQueue } from '../../../core/streams/serial-queue'
import type { LibraryFolders } from '../../library/scan/library-folders'
import type { ModelLibrary } from '../../library/scan/model-library'
import { scanLibrary } from '../../library/scan/scan-library'
import type { AppStateHolder } from '../common/app-state'

const mostRefused = 100
type Scan = LibraryState['scan']
const nothing: Scan = { isRunning: false, files: 0, refused: [] }

export class LibraryScan {
  readonly changed = new Emitter()
  private readonly scans = new SerialQueue()
  private newest = new AbortController()
  private current: Scan = nothing

  constructor(
    private readonly library: ModelLibrary,
    private readonly folders: Pick<LibraryFolders, 'list'>,
    private readonly state: AppStateHolder,
  ) {}

  get value(): Scan {
    return this.current
  }

  /** Cancels the previous scan. Logs coded failures as events, and rejects only because of a bug. */
  async start(): Promise<void> {
    this.stop()
    const stop = new AbortController()
    this.newest = stop
    await this.scans.run(() => this.scanNow(stop.signal))
  }

  stop(): void {
    this.newest.abort()
  }

  reset(): void {
    this.stop()
    this.show(nothing)
  }

  private show(scan: Scan): void {
    this.current = scan
    this.changed.emit()
  }

  private async scanNow(signal: AbortSignal): Promise<void> {
    this.show({ ...nothing, isRunning: true })
    try {
      const before = this.stamps()
      await this.scanFolders(signal).finally(() => {
        if (!signal.aborted && this.stamps() !== before) this.state.changed('models')
      })
    } catch (error) {
      if (signal.aborted) return
      const failure = failureOf(error)
      if (!failure) throw error
      this.state.events.addFailure('store', failure)
    }
    if (!signal.aborted) this.show({ ...this.current, isRunning: false })
  }

  private async scanFolders(signal: AbortSignal): Promise<void> {
    const report = {
      onFile: () => this.show({ ...this.current, files: this.current.files + 1 }),
      onRefused: (path: string, failure: Scan['refused'][number]['failure']) =>
        this.show({ ...this.current, refused: [...this.current.refused, { path, failure }].slice(0, mostRefused) }),
    }
    const folders = this.folders.list().filter(({ isOn }) => isOn)
    await scanLibrary(this.library, folders, report, signal)
  }

  private stamps(): string {
    return JSON.stringify([...this.library.stamps()])
  }
}
