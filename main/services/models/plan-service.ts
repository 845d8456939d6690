import os from 'node:os'
import type { EngineInfo } from '../../../core/contract/models/models'
import type { MemoryReading, PlanSource } from '../../../core/contract/models/plan'
import { subjectFromConfig } from '../../../core/plan/config/subject-from-config'
import type { PlanMachine } from '../../../core/plan/machines/machine'
import type { PlanSubject } from '../../../core/plan/plan-subject'
import { inspectLocation } from '../../library/header/inspect-location'
import type { Network } from '../../library/network/network'
import type { ModelLibrary } from '../../library/scan/model-library'
import type { AppStateHolder } from '../common/app-state'

const staleMs = 10 * 60_000

export class PlanService {
  private held: { readonly machine: PlanMachine; readonly occasion: readonly unknown[] } | undefined

  constructor(
    private readonly library: ModelLibrary,
    private readonly state: AppStateHolder,
    private readonly network: Network,
    private readonly measured: () => PlanMachine['ram'] = () => ({ totalBytes: os.totalmem(), freeBytes: os.freemem() }),
    private readonly nowMs: () => number = Date.now,
  ) {}

  /** Throws `model-not-found`, `config-unreadable`, and file, server and GGUF errors. */
  async inspect(source: PlanSource, signal?: AbortSignal): Promise<PlanSubject> {
    switch (source.kind) {
      case 'config':
        return subjectFromConfig(source.text)
      case 'location':
        return inspectLocation(source.location, { network: this.network, signal })
      case 'model': {
        const file = await this.library.get(source.modelId)
        return { ...(await inspectLocation(file.path, { signal })), name: file.name }
      }
    }
  }

  machine(reading: MemoryReading): PlanMachine {
    if (reading === 'now') return this.read()
    const { engine, model } = this.state.value
    const occasion = [engine.status, model.status, model.status === 'ready' && model.context]
    const { held } = this
    const isValid = held?.occasion.every((part, at) => part === occasion[at]) && this.nowMs() - held.machine.measuredAtMs < staleMs
    if (held && isValid && reading === 'held') return held.machine
    this.held = { machine: this.read(), occasion }
    return this.held.machine
  }

  private read(): PlanMachine {
    const { engine } = this.state.value
    const info = engine.status === 'ready' ? engine.info : undefined
    return {
      ram: this.measured(),
      vram: info?.vram ? { ...info.vram, devices: info.devices } : null,
      ...gpuOf(info),
      measuredAtMs: this.nowMs(),
    }
  }
}

function gpuOf(info: EngineInfo | undefined): Pick<PlanMachine, 'gpu'> {
  const backend = info?.backend
  return backend === 'cuda' || backend === 'metal' || backend === 'vulkan' ? { gpu: backend } : {}
}
