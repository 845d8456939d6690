/**
 * Entry of the Lab's process: waits for one request, runs it, and ends. It works on one core without a pause, so it must
 * not share a process with anything that answers a person.
 */
import { failureOf } from '../../core/contract/coded-error'
import type { LabMessage, LabRequest } from '../../core/lab/experiments/lab-process'
import { experiments } from './experiments/all'
import { readLabModel } from './model/read-model'
import { type Parent, parentOf } from './parent'

const parent = parentOf(process)
parent.onRequest((request) => void answer(parent, request))
parent.send({ type: 'ready' })

async function answer({ send }: Parent, { experiment, modelPath, seed, budgets }: LabRequest): Promise<void> {
  try {
    const model = await readLabModel(modelPath)
    const report = (share: number, what: string) => send({ type: 'progress', share, what })
    send({ type: 'result', result: experiments[experiment]({ model, seed, budgets, report }) } satisfies LabMessage)
  } catch (error) {
    const failure = failureOf(error)
    if (!failure) throw error
    send({ type: 'failure', failure })
  }
}
