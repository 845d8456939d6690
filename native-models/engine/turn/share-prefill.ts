import type { SharedPrefill } from '../../../core/contract/chat/turn'
import { copyCells, expectedBytes } from './copy-cells'
import type { Prompt } from './prepare-prompt'
import type { Turn } from './turn'

/** Throws `cells-not-copied`. */
export async function sharePrefill({ context, contextQueue, answers, store }: Turn, prompt: Prompt): Promise<SharedPrefill> {
  const began = performance.now()
  const [{ sequence, record }, ...others] = answers
  const tokens = sequence.nextTokenIndex
  const copies = others.map((other) => other.sequence)
  const { bytes } = await contextQueue.run(() => copyCells(sequence, copies, expectedBytes(context.report, sequence)))
  const prefill = {}
  record.copiedTo(prefill, tokens)
  for (const [index, other] of others.entries()) {
    other.record.copy(record, prefill, tokens)
    other.record.isPrivate = record.isPrivate
    other.record.contents = prompt.contentsOf(other.record, prompt.reusedTokens, prompt.answers[index + 1] ?? [])
    other.record.turnId = other.log.turnId
  }
  const copyMs = performance.now() - began
  if (tokens > 0) store?.prefixes.measured.copied(tokens * copies.length, copyMs)
  return {
    answers: answers.length,
    copyMs,
    cellBytes: bytes,
    inOneBatch: context.report.sharesBatches ?? false,
  }
}
