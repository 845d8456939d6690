import type { SharedPrefill } from '../../../core/contract/chat/turn'
import { copyCells } from './copy-cells'
import type { Prompt } from './prepare-prompt'
import type { Turn } from './turn'

/** Throws `cells-not-copied`. */
export async function sharePrefill({ context, contextQueue, answers }: Turn, prompt: Prompt): Promise<SharedPrefill> {
  const began = performance.now()
  const [{ sequence, record }, ...others] = answers
  const { allocatedBytes, sequences, contextTokens } = context.report
  const tokens = sequence.nextTokenIndex
  const expectedBytes = (allocatedBytes / sequences) * Math.min(1, (tokens + 256) / contextTokens)
  const copies = others.map((other) => other.sequence)
  const { bytes } = await contextQueue.run(() => copyCells(sequence, copies, expectedBytes))
  const prefill = {}
  record.copiedTo(prefill, tokens)
  for (const [index, other] of others.entries()) {
    other.record.copy(record, prefill, tokens)
    other.record.contents = prompt.contentsOf(other.record, prompt.reusedTokens, prompt.answers[index + 1] ?? [])
    other.record.turnId = other.log.turnId
  }
  return {
    answers: answers.length,
    copyMs: performance.now() - began,
    cellBytes: bytes,
    inOneBatch: context.report.sharesBatches ?? false,
  }
}
