import type { LabWork } from '../../core/contract/lab/lab'
import type { ExperimentResult } from '../../core/lab/experiments/experiment'
import type { LabQuestions } from '../../core/lab/lab-process'
import { LabProcess, type StartLab } from './lab-process'

/** `share` is the progress, 0 to 1. Throws `lab-ended`, the failure that the process reports, and the signal's reason. */
export async function runExperiment(
  startLab: StartLab,
  question: LabQuestions['experiment'],
  onProgress: (share: number, work: LabWork) => void,
  signal?: AbortSignal,
): Promise<ExperimentResult> {
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
