/** A driver may crash or hang this process at any moment. */
import type { TrialFinding, TrialTask } from '../../core/backends/trial-process'
import { endWithOwner } from '../process/end-with-owner'
import { tryBackend } from './try-backend'

endWithOwner()
process.umask(0o077)
const { parentPort } = process as unknown as { parentPort?: { postMessage(finding: TrialFinding): void } }
const tell = (finding: TrialFinding): void => {
  if (parentPort) parentPort.postMessage(finding)
  else process.send?.(finding)
}

try {
  tell(await tryBackend(JSON.parse(process.argv[2] ?? '') as TrialTask))
} catch (error) {
  tell({ outcome: 'fails', code: 'did-not-load', quoted: error instanceof Error ? error.message : String(error) })
}
