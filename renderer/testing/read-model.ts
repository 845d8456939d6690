import type { ReadModel } from '../../core/bandwidth/token-reads'
import type { WeightReads } from '../../core/bandwidth/weights/weight-reads'
import { ggmlType, rowBytes } from '../../core/gguf/ggml-types'
import type { GgufTensor } from '../../core/gguf/header'
import { makeHeader } from '../../core/gguf/made-header'
import { type PlanSubject, planSubjectOf } from '../../core/plan/plan-subject'

const matrix = (name: string, type: string, columns: number, rows: number): GgufTensor => ({
  name,
  type: ggmlType(type),
  shape: [columns, rows],
  offsetBytes: 0,
  bytes: rowBytes(ggmlType(type), columns) * rows,
})
/** The shapes of Qwen2.5 0.5B. Its rows of 896 elements are not a multiple of 256, so it has q4_0 and q8_0 instead of q4_K. */
export const readSubject: PlanSubject = planSubjectOf(
  makeHeader(
    'qwen2',
    { block_count: 24, context_length: 32_768, embedding_length: 896, 'attention.head_count': 14, 'attention.head_count_kv': 2 },
    [
      matrix('token_embd.weight', 'q8_0', 896, 151_936),
      ...Array.from({ length: 24 }, (_, layer) => [
        matrix(`blk.${layer}.attn_q.weight`, 'q4_0', 896, 896),
        matrix(`blk.${layer}.attn_k.weight`, 'q4_0', 896, 128),
        matrix(`blk.${layer}.attn_v.weight`, 'q4_0', 896, 128),
        matrix(`blk.${layer}.ffn_up.weight`, 'q4_0', 896, 4864),
        matrix(`blk.${layer}.ffn_gate.weight`, 'q4_0', 896, 4864),
        matrix(`blk.${layer}.ffn_down.weight`, 'q4_0', 4864, 896),
      ]).flat(),
    ],
  ),
  'Qwen2.5 0.5B Instruct',
)
export const readModel: ReadModel = { shape: readSubject.shape, weights: readSubject.reads as WeightReads }
