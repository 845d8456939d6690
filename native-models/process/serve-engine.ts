import type { EngineBackend } from './backend'
import { endWithOwner } from './end-with-owner'
import { acceptPorts } from './ports'
import { Turns } from './running-turns'
import { servePort } from './serve-port'

export function serveEngine(backend: EngineBackend): void {
  endWithOwner()
  const turns = new Turns(backend)
  acceptPorts((port, role) => servePort(port, role, backend, turns))
}
