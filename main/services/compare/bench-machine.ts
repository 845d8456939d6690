import os from 'node:os'
import type { BenchMachine } from '../../../core/contract/compare/bench-runs'

/** The machine as stored with results. The engine adds the devices later. `cores` counts logical processors (hyper-threads). */
export const thisMachine = (): BenchMachine => ({
  cpu: os.cpus()[0]?.model.trim() || 'unknown processor',
  cores: os.cpus().length,
  memoryBytes: os.totalmem(),
  platform: `${os.platform()} ${os.arch()}, ${os.release()}`,
  gpus: [],
})
