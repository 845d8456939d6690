import type { EngineStatus } from '../../../core/contract/app/app-state'
import type { AppStateHolder } from './app-state'

export function logEngine({ events }: AppStateHolder, engine: EngineStatus): void {
  switch (engine.status) {
    case 'starting':
      return events.add('engine', { code: 'engine-starting', facts: {} })
    case 'stopped':
      return events.add('engine', { code: 'engine-stopped', facts: {} })
    case 'gone':
      return events.addFailure('engine', { code: 'engine-gone', facts: { reason: engine.reason } })
    case 'ready': {
      const { release, backend, devices, cores } = engine.info
      events.add('engine', { code: 'engine-started', facts: { release, backend, devices, cores } })
    }
  }
}
