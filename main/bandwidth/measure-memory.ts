/** Runs in a separate process, because the measuring threads would block everything else. The arrays are freed when the process ends. */
import os from 'node:os'
import type { TriadFinding, TriadTask } from '../../core/bandwidth/triad-process'
import { coded } from '../../core/contract/errors/coded-error'
import type { ErrorFacts } from '../../core/contract/errors/errors'
import type { MemoryBandwidth } from '../../core/contract/models/bandwidth'
import type { StartTrial, TrialChild } from '../backends/run-trial'
import { processEndOf } from '../supervisor/process-end'
import { thisProcessor } from './machine-file'

export type StartTriad = StartTrial<TriadTask, TriadFinding>

const longestMs = 90_000

type Trouble = { readonly outcome: 'trouble'; readonly reason: ErrorFacts<'bandwidth-failed'>['reason'] }

/** Throws `bandwidth-failed`, or the signal's reason. */
export async function measureMemory(startTriad: StartTriad, signal?: AbortSignal, limitMs = longestMs): Promise<MemoryBandwidth> {
  signal?.throwIfAborted()
  let child: TrialChild<TriadFinding> | undefined
  let timer: NodeJS.Timeout | undefined
  const onAbort = () => child?.kill()
  signal?.addEventListener('abort', onAbort, { once: true })
  const finding = await new Promise<TriadFinding | Trouble>((resolve) => {
    const end = (reason: Trouble['reason']) => resolve({ outcome: 'trouble', reason })
    timer = setTimeout(() => end({ kind: 'timed-out', seconds: limitMs / 1000 }), limitMs)
    const started = startTriad({ arrayBytes: null, threads: null })
    child = started
    started.onFinding(resolve)
    started.onExit((exit) => end({ kind: 'process-ended', end: processEndOf(exit, started.lastOutput()) }))
  }).catch((error: unknown): TriadFinding => ({ outcome: 'fails', quoted: String(error) }))
  clearTimeout(timer)
  signal?.removeEventListener('abort', onAbort)
  child?.kill()
  signal?.throwIfAborted()
  switch (finding.outcome) {
    case 'measured': {
      const { arrayBytes, cacheBytes, byThreads } = finding
      return { measuredAt: Date.now(), ...thisProcessor(), memoryBytes: os.totalmem(), arrayBytes, cacheBytes, byThreads }
    }
    case 'fails':
      throw coded('bandwidth-failed', { reason: { kind: 'error', quoted: finding.quoted } })
    case 'trouble':
      throw coded('bandwidth-failed', { reason: finding.reason })
  }
}
