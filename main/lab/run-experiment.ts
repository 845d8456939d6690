import { availableParallelism } from 'node:os'
import type { LabWork } from '../../core/contract/lab/lab'
import type { ExperimentResult } from '../../core/lab/experiments/experiment'
import { joinPolicyParts, policyParts } from '../../core/lab/experiments/policy-parts'
import type { LabQuestions } from '../../core/lab/lab-process'
import { policyNames } from '../../core/lab/recording/limits'
import { LabProcess, type StartLab } from './lab-process'

type Question = LabQuestions['experiment']
type OnProgress = (share: number, work: LabWork) => void

/**
 * Runs the tasks of `policies` at the same time, one process per core at most. `share` is the progress, 0 to 1. Throws `lab-ended`, the
 * failure that a process reports, and the signal's reason.
 */
export async function runExperiment(
  startLab: StartLab,
  question: Question,
  onProgress: OnProgress,
  signal?: AbortSignal,
  processes = availableParallelism(),
): Promise<ExperimentResult> {
  if (question.experiment !== 'policies' || processes < 2) return runPart(startLab, question, onProgress, signal)
  const names = question.choices.policies ?? policyNames
  const parts = policyParts(question.choices, names).map((choices) => ({ ...question, choices }))
  const shares = parts.map(() => 0)
  const results: ExperimentResult[] = []
  const failed = new AbortController()
  const ended = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal
  let started = 0
  const runParts = async (): Promise<void> => {
    for (let index = started++; index < parts.length; index = started++)
      results[index] = await runPart(
        startLab,
        parts[index] as Question,
        (share, work) => {
          shares[index] = share
          onProgress(shares.reduce((sum, one) => sum + one, 0) / parts.length, work)
        },
        ended,
      )
  }
  try {
    await Promise.all(Array.from({ length: Math.min(processes, parts.length) }, runParts))
  } catch (error) {
    failed.abort(error)
    throw error
  }
  return joinPolicyParts(results as [ExperimentResult, ...ExperimentResult[]])
}

async function runPart(startLab: StartLab, question: Question, onProgress: OnProgress, signal?: AbortSignal): Promise<ExperimentResult> {
  signal?.throwIfAborted()
  const lab = new LabProcess(startLab)
  const stop = () => lab.end(signal?.reason)
  signal?.addEventListener('abort', stop, { once: true })
  try {
    return await lab.ask('experiment', question, onProgress)
  } finally {
    signal?.removeEventListener('abort', stop)
    lab.end(new Error('Expected no request after the experiment'))
  }
}
