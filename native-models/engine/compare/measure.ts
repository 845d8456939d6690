import type { CompareResult, CompareTask } from '../../../core/contract/compare/compare-tasks'
import { coded, failureOf } from '../../../core/contract/errors/coded-error'
import { measureAnswer } from './measure-answer'
import { measureCacheless } from './measure-cacheless'
import { measurePasskey } from './measure-passkey'
import { measureQuality } from './measure-quality'
import { measureSchemas } from './measure-schemas'
import { measureSpeed } from './measure-speed'
import { measureToolCalls } from './measure-tool-calls'
import type { Measuring } from './task-context'

/** Rejects with the signal's reason if it is aborted, else with a CodedError. */
export async function measure(measuring: Measuring, task: CompareTask): Promise<CompareResult> {
  try {
    return await measured(measuring, task)
  } catch (error) {
    measuring.signal?.throwIfAborted()
    if (failureOf(error)) throw error
    console.error('[compare]', error)
    throw coded('compare-task-failed', { reason: { kind: 'error', quoted: error instanceof Error ? error.message : String(error) } })
  }
}

function measured(measuring: Measuring, task: CompareTask): Promise<CompareResult> {
  switch (task.kind) {
    case 'speed':
      return measureSpeed(measuring, task)
    case 'answer':
      return measureAnswer(measuring, task)
    case 'quality':
      return measureQuality(measuring, task)
    case 'passkey':
      return measurePasskey(measuring, task)
    case 'tool-calls':
      return measureToolCalls(measuring, task)
    case 'schemas':
      return measureSchemas(measuring, task)
    case 'cacheless':
      return measureCacheless(measuring, task)
    case 'server':
      throw new Error('Expected a task for this machine, got one for a server')
  }
}
