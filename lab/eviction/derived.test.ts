/** testing/derive.py computed the expected scores and cells in numpy from each policy's source, without this code. It names the sources. */
import { describe, expect, it } from 'vitest'
import { adaKv } from '../../core/lab/policies/attention/ada-kv'
import { chunkKvWith } from '../../core/lab/policies/attention/chunkkv'
import { h2o } from '../../core/lab/policies/attention/h2o'
import { kvZip } from '../../core/lab/policies/attention/kvzip'
import { pyramidKvWith } from '../../core/lab/policies/attention/pyramidkv'
import { importanceOf, redundancyOf, rKv } from '../../core/lab/policies/attention/r-kv'
import { scissorhandsWith } from '../../core/lab/policies/attention/scissorhands'
import { snapKvEachStep, snapKvWith } from '../../core/lab/policies/attention/snapkv'
import { tova } from '../../core/lab/policies/attention/tova'
import { streamingLlm } from '../../core/lab/policies/blind/streaming-llm'
import { keyDiff } from '../../core/lab/policies/keys/keydiff'
import { knorm } from '../../core/lab/policies/keys/knorm'
import { lagKvWith } from '../../core/lab/policies/keys/lagkv'
import { boundsOfPage, choosePages, scoreBound } from '../../core/lab/policies/keys/quest'
import { duoAttentionWith, retrievalScore } from '../../core/lab/policies/queries/duo-attention'
import { adaExpectedAttention, expectedAttention, expectedScores } from '../../core/lab/policies/queries/expected-attention'
import { geometryScores, triAttention } from '../../core/lab/policies/queries/triattention'
import { sharedAmongHeads } from '../../core/lab/selection/adaptive'
import { range } from '../../core/lab/selection/choose'
import { prefixScores } from '../../core/lab/selection/observation-window'
import type { EvictionPolicy, HeadCells } from '../../core/lab/selection/policy'
import { headCells } from '../../core/lab/selection/testing/head-cells'
import { DerivedText, groupSize, kvHeads, layers } from './testing/derived-text'
import sixtyFour from './testing/sixty-four-tokens.json'
import twelve from './testing/twelve-tokens.json'

interface Derived {
  readonly scores?: readonly (readonly (readonly number[] | number)[])[]
  readonly kept: readonly (readonly (readonly number[])[])[]
}
type ScoresOf = (head: HeadCells) => ArrayLike<number>

function close(actual: readonly ArrayLike<number>[][], derived: Derived['scores']): void {
  expect(actual.map((heads) => heads.map(({ length }) => length))).toEqual(
    derived?.map((heads) => heads.map((head) => [head].flat().length)),
  )
  derived?.forEach((heads, layer) => {
    heads.forEach((head, i) => {
      ;[head].flat().forEach((score, cell) => {
        expect(actual[layer]?.[i]?.[cell]).toBeCloseTo(score, 5)
      })
    })
  })
}

describe.each([
  ['12 tokens', 12, twelve],
  ['64 tokens', 64, sixtyFour],
] as const)('of %s,', (_, tokens, { parameters, policies }) => {
  const { prompt, repeat, budget, scissorBudget, pyramidBudget, redundantBudget, lagBudget, sinks, recent, window, chunk, page } =
    parameters
  const { duoSinks, duoRecent, duoBudget } = parameters
  const text = new DerivedText(tokens, repeat)

  /** Runs the policy and compares its scores at the last eviction, and the cells that it keeps. */
  function check(
    policy: EvictionPolicy,
    cells: number,
    derived: Derived,
    scoresOf: ScoresOf = ({ positions }) => positions,
    steps: readonly number[] = [tokens],
  ) {
    const seen: ArrayLike<number>[][] = []
    const keep: EvictionPolicy['keep'] = (heads, least) => {
      seen.push(heads.map((head) => Float64Array.from(scoresOf(head))))
      return policy.keep(heads, least)
    }
    expect(text.kept({ ...policy, keep }, cells, steps)).toEqual(derived.kept)
    if (derived.scores) close(seen.slice(-layers), derived.scores)
  }
  const oneByOne = [prompt, ...range(prompt, tokens).map(() => 1)]
  const snapKv = snapKvWith(window)
  const behindSinks: ScoresOf = (head) => expectedScores(head, 0).subarray(4)
  const ofWindow: ScoresOf = (head) => prefixScores(head, window)

  it('StreamingLLM keeps the sinks and the newest tokens', () => check(streamingLlm(sinks), budget, policies['streaming-llm']))
  it('StreamingLLM’s newest tokens are as far from the last one as with the authors’ renumbered positions, its sinks farther by what is gone', () => {
    const { positions, distances } = policies['streaming-llm']
    for (const cells of text.kept(streamingLlm(sinks), budget, [tokens]).flat()) {
      expect(cells.map((_, index) => index)).toEqual(positions)
      const farther = cells.map((cell, index) => tokens - 1 - cell - (distances[index] as number))
      expect(farther).toEqual(cells.map((_, index) => (index < sinks ? tokens - budget : 0)))
    }
  })
  it('H2O adds up attention token by token, and keeps the same tokens as the port of the authors’ code', () =>
    check(h2o, budget, policies.h2o, ({ cumulativeAttention }) => cumulativeAttention, oneByOne))
  it('Scissorhands counts low weights token by token, and keeps the same tokens as algorithm 2 of the paper', () =>
    check(scissorhandsWith(recent), scissorBudget, policies.scissorhands, ({ timesBelowAverage }) => timesBelowAverage, oneByOne))
  it('TOVA keeps the same tokens as the port of the authors’ code', () =>
    check(tova, budget, policies.tova, ({ windowAttention }) => windowAttention.at(-1) ?? [], oneByOne))
  it('SnapKV keeps the same tokens as the port of the authors’ code', () => check(snapKv, budget, policies.snapkv, ofWindow))
  it('SnapKV at each step chooses as SnapKV does if all tokens come in one step', () =>
    check({ ...snapKv, name: snapKvEachStep.name, once: false }, budget, policies.snapkv, ofWindow))
  it('Ada-KV shares the budget like the port of the authors’ code', () =>
    check({ ...snapKv, name: adaKv.name, keep: sharedAmongHeads(snapKv.scoresOf) }, budget, policies['ada-kv'], ofWindow))
  it('R-KV keeps the same tokens at each step as the port of the authors’ code', () => {
    const scoresOf: ScoresOf = (head) => {
      const redundancy = redundancyOf(head)
      return importanceOf(head).map((importance, cell) => 0.07 * importance - 0.93 * (redundancy[cell] as number))
    }
    check(rKv, redundantBudget, policies['r-kv'], scoresOf, oneByOne)
  })
  it('Quest gives pages the same bounds, and reads the same pages, as the port of the authors’ kernels', () => {
    const { scores, kept } = policies.quest
    const bounds = range(0, layers).map((layer) =>
      range(0, kvHeads * groupSize).map((queryHead) => {
        const query = text.query(layer, queryHead, tokens - 1)
        const keys = text.keys(layer, Math.floor(queryHead / groupSize))
        const pages = range(0, tokens / page).map((i) => boundsOfPage(keys.subarray(4 * i * page, 4 * (i + 1) * page), 4))
        expect(choosePages(query, pages, budget / page)).toEqual(kept[layer]?.[queryHead])
        return pages.map((one) => scoreBound(query, one))
      }),
    )
    close(bounds, scores)
  })
  it('KeyDiff keeps the same tokens as the port of kvpress', () =>
    check(keyDiff, budget, policies.keydiff, (head) => keyDiff.scoresOf(head, budget)))
  it('Knorm keeps the same tokens as the port of kvpress', () =>
    check(knorm, budget, policies.knorm, (head) => knorm.scoresOf(head, budget)))
  it('LagKV keeps the same tokens as the port of kvpress', () => {
    const lagKv = lagKvWith(parameters.lagSinks, parameters.lag)
    check(lagKv, lagBudget, policies.lagkv, (head) => lagKv.scoresOf(head, lagBudget).map((score) => Math.min(score, 1)))
  })
  it('Expected Attention keeps the same tokens as the port of kvpress', () =>
    check(expectedAttention, budget, policies['expected-attention'], behindSinks))
  it('Expected Attention in Ada-KV shares the budget like the port of Ada-KV', () =>
    check(adaExpectedAttention, budget, policies['ada-expected-attention'], (head) => expectedScores(head, 0.01).subarray(4)))
  it('KVzip scores the second pass, and keeps the same tokens, like the port of the authors’ code', () => {
    const { scores, kept } = policies.kvzip
    const heads = text.secondPass().map((ofLayer) => ofLayer.map((reconstruction) => headCells(tokens, { reconstruction })))
    close(
      heads.map((ofLayer) => ofLayer.map(({ reconstruction }) => reconstruction ?? [])),
      scores,
    )
    const budgets = kvZip.layerBudgets?.(heads, budget) ?? []
    expect(heads.map((ofLayer, layer) => kvZip.keep(ofLayer, budgets[layer] as number).map((cells) => [...cells]))).toEqual(kept)
  })
  it('DuoAttention scores heads like the port of kvpress', () =>
    close(
      range(0, layers).map((layer) => range(0, kvHeads).map((head) => [retrievalScore(text.geometry(layer, head))])),
      policies['duo-attention'].scores,
    ))
  it('TriAttention keeps the same tokens as the port of the authors’ code', () =>
    check(triAttention, budget, policies.triattention, geometryScores))
  it('PyramidKV gives each layer the same budget as the port of the authors’ code', () =>
    check(pyramidKvWith(window), pyramidBudget, policies.pyramidkv, ofWindow))
  it('ChunkKV keeps the same chunks as the port of kvpress', () =>
    check(chunkKvWith(snapKv, chunk), budget, { kept: policies.chunkkv.kept }))
  it('DuoAttention lets the head with the highest score keep everything, and the others their sinks and newest tokens', () =>
    check(duoAttentionWith(duoSinks, duoRecent), duoBudget, { kept: policies['duo-attention'].kept }))
})
