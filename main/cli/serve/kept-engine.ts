import { coded } from '../../../core/contract/errors/coded-error'
import { describeFailure } from '../../../core/copy/failures'
import type { Supervisor } from '../../supervisor/supervisor'
import type { LoadedEngine } from '../chat/load-engine'
import { note } from '../input/terminal'

/** Loads the model again when the engine dies. Requests that it was answering fail; new ones get a 503 with `Retry-After` until it is loaded. */
export class KeptEngine {
  private loaded: LoadedEngine | undefined
  private readonly given = new AbortController()

  constructor(
    private readonly supervisor: Supervisor,
    private readonly load: () => Promise<LoadedEngine>,
  ) {
    supervisor.statusChanged.listen((status) => {
      if (status.status !== 'gone' || !this.loaded) return
      this.loaded = undefined
      const failure = { code: 'engine-gone', facts: { reason: status.reason } } as const
      note(describeFailure(failure))
      if (status.offerSafeSettings) this.given.abort(coded('engine-gone', failure.facts))
      else void this.start().catch((error: unknown) => this.given.abort(error))
    })
  }

  /** Aborts with the error if the engine died three times in a row, or if the model does not load again. */
  get lost(): AbortSignal {
    return this.given.signal
  }

  /** undefined while the model is loaded again. */
  get current(): LoadedEngine | undefined {
    return this.loaded?.engine === this.supervisor.engine ? this.loaded : undefined
  }

  async start(): Promise<LoadedEngine> {
    this.loaded = await this.load()
    return this.loaded
  }
}
