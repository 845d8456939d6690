/** Half of the layers have a sliding window. */
import { makeHeader } from '../../core/gguf/made-header'
import { billOf } from '../../core/plan/bill'
import { planSubjectOf } from '../../core/plan/plan-subject'
import { machine, settings } from './bill-under-test'

const layers = 100

export function slideContext(moves = 300): number[] {
  const header = makeHeader('gemma2', {
    block_count: layers,
    context_length: 131_072,
    embedding_length: 8192,
    feed_forward_length: 28_672,
    vocab_size: 150_000,
    'attention.head_count': 64,
    'attention.head_count_kv': 8,
    'attention.sliding_window': 4096,
  })
  const subject = planSubjectOf(header, 'slider')
  return Array.from({ length: moves }, (_, move) => {
    const startedMs = performance.now()
    const bill = billOf(subject, { ...settings, contextTokens: 1024 + 256 * move }, machine)
    const elapsedMs = performance.now() - startedMs
    if (bill.plan.layers.length !== layers) throw new Error(`Expected ${layers} planned layers, got ${bill.plan.layers.length}`)
    return elapsedMs
  })
}
