/** Tries each backend once per start, or again on request, in a separate process, because a broken driver can crash it. */

import { type Backend, backends } from '../../../core/contract/models/backend-kinds'
import type { BackendReport, BackendTrial } from '../../../core/contract/models/backends'
import { SerialQueue } from '../../../core/streams/serial-queue'
import { type BackendOptions, tryInstalled } from '../../backends/try-installed'
import type { AppStateHolder } from '../common/app-state'

export class BackendService {
  private trials = new Map<Backend, Promise<BackendTrial>>()
  private round = 0
  private readonly probes = new SerialQueue()

  constructor(
    private readonly options: BackendOptions,
    private readonly state: AppStateHolder,
  ) {}

  /** Never throws. */
  async choose(): Promise<Backend> {
    for (const backend of backends) if (backend === 'cpu' || (await this.trial(backend)).outcome === 'works') return backend
    return 'cpu'
  }

  /** Tries the backends that have not been tried yet, or all with `again`. Throws `compare-busy`. */
  async probe(again: boolean): Promise<void> {
    this.state.assertNotComparing()
    return this.probes.run(async () => {
      if (again) {
        this.round++
        this.trials.clear()
        this.state.update({ backends: { trials: [], trying: [] } })
      }
      for (const backend of backends) await this.trial(backend)
    })
  }

  private trial(backend: Backend): Promise<BackendTrial> {
    const known = this.trials.get(backend)
    if (known) return known
    const trial = this.run(backend, this.round)
    this.trials.set(backend, trial)
    return trial
  }

  private async run(backend: Backend, round: number): Promise<BackendTrial> {
    this.show((report) => ({ ...report, trying: [...report.trying, backend] }))
    const trial = await tryInstalled(this.options, backend)
    this.show(({ trials, trying }) => ({
      trials: round === this.round ? inOrder([...trials, trial]) : trials,
      trying: trying.filter((one) => one !== backend),
    }))
    if (round === this.round && trial.tookMs > 0) this.log(trial)
    return trial
  }

  private show(change: (report: BackendReport) => BackendReport): void {
    this.state.update({ backends: change(this.state.value.backends) })
  }

  private log(trial: BackendTrial): void {
    const isTrouble = trial.outcome === 'fails' && (trial.code === 'driver-crashed' || trial.code === 'timed-out')
    this.state.events.add('engine', { code: 'backend-tried', facts: { trial } }, isTrouble)
  }
}

const inOrder = (trials: readonly BackendTrial[]): readonly BackendTrial[] =>
  [...trials].sort((left, right) => backends.indexOf(left.backend) - backends.indexOf(right.backend))
