import { type Backend, backends } from '../../../core/contract/models/backend-kinds'
import type { BackendReport } from '../../../core/contract/models/backends'
import type { GpuBackend } from '../../../core/contract/settings/kv-types'
import { copy } from '../../../core/copy/copy'
import type { ChoiceOption } from '../../ui/controls/choice'

/** An untried backend can be chosen, but the host refuses it if it does not start. */
export function backendChoices(report: BackendReport | undefined): readonly ChoiceOption<GpuBackend>[] {
  const choice = report && copy.backends.choice(report)
  const automatic = {
    value: 'auto' as const,
    label: copy.settings.automatic,
    note: choice ? copy.settings.backend.automaticNote(copy.backends.names[choice.backend], choice.why) : undefined,
  }
  return [automatic, ...backends.map((backend) => optionFor(backend, report))]
}

function optionFor(backend: Backend, report: BackendReport | undefined): ChoiceOption<GpuBackend> {
  const option = { value: backend, label: backend === 'cpu' ? copy.settings.backend.cpuOnly : copy.backends.names[backend] }
  const trial = report?.trials.find((one) => one.backend === backend)
  // The CPU is the last resort.
  if (!trial || backend === 'cpu') return option
  if (trial.outcome === 'works') return { ...option, note: copy.backends.devices(trial) }
  const { what, todo } = copy.backends.failure(trial)
  return { ...option, refused: `${what} ${todo}`.trim() }
}

export function gpuLayersObstacle(report: BackendReport | undefined, setting: GpuBackend): string | undefined {
  if (setting === 'cpu') return copy.settings.backend.isCpu
  if (setting === 'auto' && report && copy.backends.choice(report)?.backend === 'cpu') return copy.settings.backend.noGpu
  return undefined
}
