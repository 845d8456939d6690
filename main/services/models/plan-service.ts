import os from 'node:os'
import type { EngineInfo } from '../../../core/contract/models/models'
import type { PlanSource } from '../../../core/contract/models/plan'
import { subjectFromConfig } from '../../../core/plan/config/subject-from-config'
import type { PlanMachine } from '../../../core/plan/machines/machine'
import type { PlanSubject } from '../../../core/plan/plan-subject'
import { inspectLocation } from '../../library/header/inspect-location'
import type { Network } from '../../library/network/network'
import type { ModelLibrary } from '../../library/scan/model-library'
import type { AppStateHolder } from '../common/app-state'

export class PlanService {
  constructor(
    private readonly library: ModelLibrary,
    private readonly state: AppStateHolder,
    private readonly network: Network,
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

  machine(): PlanMachine {
    const { engine } = this.state.value
    const info = engine.status === 'ready' ? engine.info : undefined
    return {
      ram: { totalBytes: os.totalmem(), freeBytes: os.freemem() },
      vram: info?.vram ? { ...info.vram, devices: info.devices } : null,
      ...gpuOf(info),
      measuredAtMs: Date.now(),
    }
  }
}

function gpuOf(info: EngineInfo | undefined): Pick<PlanMachine, 'gpu'> {
  switch (info?.backend) {
    case 'cuda':
    case 'metal':
    case 'vulkan':
      return { gpu: info.backend }
    default:
      return {}
  }
}
