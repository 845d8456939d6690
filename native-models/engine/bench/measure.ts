import type { BenchResult, BenchTask } from '../../../core/contract/compare/bench-tasks'
import { coded, failureOf } from '../../../core/contract/errors/coded-error'
import { measureAnswer } from './measure-answer'
import { measureCacheless } from './measure-cacheless'
import { measurePasskey } from './measure-passkey'
import { measureQuality } from './measure-quality'
import { measureSpeed } from './measure-speed'
import type { Bench } from './task-context'

/** Rejects with the signal's reason if stopped, otherwise with a CodedError. */
export async function measure(bench: Bench, task: BenchTask): Promise<BenchResult> {
  try {
    return await measured(bench, task)
  } catch (error) {
    bench.signal?.throwIfAborted()
    if (failureOf(error)) throw error
    console.error('[bench]', error)
    throw coded('bench-task-failed', { reason: error instanceof Error ? error.message : String(error) })
  }
}

function measured(bench: Bench, task: BenchTask): Promise<BenchResult> {
  switch (task.kind) {
    case 'speed':
      return measureSpeed(bench, task)
    case 'answer':
      return measureAnswer(bench, task)
    case 'quality':
      return measureQuality(bench, task)
    case 'passkey':
      return measurePasskey(bench, task)
    case 'cacheless':
      return measureCacheless(bench, task)
  }
}
