import type { TrialFinding, TrialTask } from '../../core/backends/trial-process'
import type { BackendTrial } from '../../core/contract/models/backends'
import type { EngineExit } from '../supervisor/engine-process'
import { processEndOf } from '../supervisor/process-end'

export interface TrialChild<Finding = TrialFinding> {
  onFinding(listener: (finding: Finding) => void): void
  onExit(listener: (exit: EngineExit) => void): void
  lastOutput(): string
  kill(): void
}
export type StartTrial<Task = TrialTask, Finding = TrialFinding> = (task: Task) => TrialChild<Finding>

/** A driver may have to compile llama.cpp's code for the card first. */
const longestTrialMs = 60_000

export async function runTrial(startTrial: StartTrial, task: TrialTask, limitMs = longestTrialMs): Promise<BackendTrial> {
  const begunMs = performance.now()
  let child: TrialChild | undefined
  let timer: NodeJS.Timeout | undefined
  const finding = await new Promise<TrialFinding>((resolve) => {
    timer = setTimeout(() => resolve({ outcome: 'fails', code: 'timed-out', seconds: limitMs / 1000 }), limitMs)
    const started = startTrial(task)
    child = started
    started.onFinding(resolve)
    started.onExit((exit) => resolve({ outcome: 'fails', code: 'driver-crashed', end: processEndOf(exit, started.lastOutput()) }))
  }).catch((error: unknown): TrialFinding => ({ outcome: 'fails', code: 'did-not-load', quoted: String(error) }))
  clearTimeout(timer)
  // A driver may hang at exit.
  child?.kill()
  return { ...finding, backend: task.backend, tookMs: performance.now() - begunMs }
}
