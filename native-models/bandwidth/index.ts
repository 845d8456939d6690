import type { TriadFinding, TriadTask } from '../../core/bandwidth/triad-process'
import { endWithOwner } from '../process/end-with-owner'
import { measureTriad } from './measure-triad'

endWithOwner()
process.umask(0o077)
const { parentPort } = process as unknown as { parentPort?: { postMessage(finding: TriadFinding): void } }
const tell = (finding: TriadFinding): void => {
  if (parentPort) parentPort.postMessage(finding)
  else process.send?.(finding)
}

try {
  tell(await measureTriad(JSON.parse(process.argv[2] ?? '') as TriadTask))
} catch (error) {
  tell({ outcome: 'fails', quoted: error instanceof Error ? error.message : String(error) })
}
