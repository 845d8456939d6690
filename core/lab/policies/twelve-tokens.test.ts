/**
 * 12 tokens, recomputed in Python from the authors' code: FMInference/H2O at ac75c2a (h2o_hf/utils_real_drop/modify_llama.py,
 * H2OKVCache_LayerWise), schwartz-lab-NLP/TOVA at 9c7d09b (src/tova_cache.py), mit-han-lab/streaming-llm at 2e50426
 * (streaming_llm/kv_cache.py) and mit-han-lab/Quest at 01c1623 (evaluation/quest_attention.py).
 */
import { expect, it } from 'vitest'
import { AttentionLedger } from '../attention-ledger'
import { headCells } from '../selection/testing/head-cells'
import { softmax } from '../softmax'
import { h2o } from './attention/h2o'
import { tova } from './attention/tova'
import { streamingLlm } from './blind/streaming-llm'
import { boundsOfPage, choosePages, scoreBound } from './keys/quest'

const tokens = 12
const kept = (cells: readonly Int32Array[]) => cells.map((head) => [...head])

/** One query head, read token by token. `score`: of cell c for query t. */
function signals(score: (t: number, c: number) => number) {
  const ledger = new AttentionLedger(1, 1)
  for (let t = 0; t < tokens; t++) {
    const weights = Float32Array.from({ length: t + 1 }, (_, c) => score(t, c))
    const logSums = [softmax(weights)]
    ledger.observe([{ weights, logSums }], t + 1, () => t + 1)
  }
  return ledger.signals()
}

it('H2O keeps the 4 newest tokens and the 4 others whose attention adds up to the most: 1.03, 4.37, 4.45 and 0.507 (0.457 is next)', () => {
  const seen = signals((_, c) => (5 * c) % 7)
  expect(kept(h2o.keep([headCells(tokens, seen)], 8))).toEqual([[0, 1, 4, 5, 8, 9, 10, 11]])
})
it('TOVA keeps, in both heads, the 5 tokens that the last query looks at most on average', () => {
  const heads = [signals((t, c) => ((7 * t + 5 * c) % 11) / 4), signals((t, c) => ((5 * t + 3 * c) % 7) / 2)]
  expect(
    kept(
      tova.keep(
        heads.map((seen) => headCells(tokens, seen)),
        5,
      ),
    ),
  ).toEqual([
    [0, 2, 4, 6, 7],
    [0, 2, 4, 6, 7],
  ])
})
it('StreamingLLM keeps the first 4 and the last 4 tokens', () => {
  expect(kept(streamingLlm().keep([headCells(tokens)], 8))).toEqual([[0, 1, 2, 3, 8, 9, 10, 11]])
})
it('Quest bounds the scores of three pages of 4 keys, and reads the best ones with the newest page', () => {
  const keys = Float32Array.from({ length: 2 * tokens }, (_, i) => (i % 2 === 0 ? ((3 * (i / 2)) % 7) - 3 : ((5 * ((i - 1) / 2)) % 9) - 4))
  const pages = [0, 8, 16].map((at) => boundsOfPage(keys.subarray(at, at + 8), 2))
  const boundsFor = (...query: number[]) => pages.map((page) => scoreBound(Float32Array.from(query), page))
  expect([boundsFor(1, -2), boundsFor(-1, 2), boundsFor(2, 1)]).toEqual([
    [11, 6, 11],
    [7, 11, 3],
    [8, 8, 7],
  ])
  expect(choosePages(Float32Array.of(1, -2), pages, 2)).toEqual([0, 2])
  expect(choosePages(Float32Array.of(-1, 2), pages, 2)).toEqual([1, 2])
})
