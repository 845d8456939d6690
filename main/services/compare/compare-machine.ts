import os from 'node:os'
import type { CompareMachine } from '../../../core/contract/compare/compare-runs'

export const thisMachine = (): CompareMachine => ({
  cpu: os.cpus()[0]?.model.trim() ?? '',
  cores: os.cpus().length,
  memoryBytes: os.totalmem(),
  platform: `${os.platform()} ${os.arch()}, ${os.release()}`,
  gpus: [],
})
