/** Recall of every policy at several budgets in tasks like RULER's, with the question seen or unseen, and the perplexity of texts. */
import { meanOf } from '../../core/compare/statistics/estimate'
import { type ResultEstimate, type ResultRow, resultOf } from '../../core/lab/experiments/experiment'
import {
  policyTasks,
  type QuestionMode,
  questionModes,
  type RecallTask,
  recallTasks,
  taskColumns,
} from '../../core/lab/experiments/policy-measures'
import { policiesSetup } from '../../core/lab/experiments/setups'
import { policiesFor } from '../../core/lab/policies/all'
import { fullCache } from '../../core/lab/policies/blind/full-cache'
import { checkBudget, type EvictionPolicy } from '../../core/lab/selection/policy'
import { ContiguousCache } from '../cache/contiguous-cache'
import { Evictor } from '../eviction/evictor'
import { type GeometryOf, measureGeometry } from '../eviction/measure-geometry'
import { cacheShapeFor, type LabSession, type RunExperiment, timed } from '../forward/lab-session'
import { promptsOf, scoreOf, tokensOfPrompt } from '../tasks/prompts'
import { meanCells, SharedPrompt } from '../tasks/shared-prompt'
import { calibration, documents } from '../texts/heldout'
import { estimateOf, surprise } from './quality'

interface Case {
  readonly policy: EvictionPolicy
  /** null for the full cache. */
  readonly budget: number | null
  /** null if the policy removes no cells. */
  readonly mode: QuestionMode | null
}

const { textTokens, slackTokens, prompts: promptCount, promptTokens, answerTokens, leastFullScore } = policiesSetup
/** Estimated share of the work that perplexity takes, for the progress bar. */
const perplexityShare = 0.4

export const runPolicies: RunExperiment = (session) => {
  const { model, seed, choices } = session
  const { budgets = policiesSetup.budgets, modes = questionModes, tasks = policyTasks } = choices
  const policies = policiesFor(seed, choices.policies)
  for (const policy of policies) for (const budget of budgets) checkBudget(policy, budget)
  const geometry = measureGeometry(model, model.tokenizer.encode(calibration).subarray(0, 512))
  const cases = policies.flatMap((policy) => casesOf(policy, budgets, modes))
  const texts = measureTexts(session, tasks.includes('perplexity') ? cases : [], geometry)
  const answers = askAll(
    session,
    cases,
    recallTasks.filter((task) => tasks.includes(task)),
    geometry,
  )
  const rows = cases.map((one) => {
    const { policy, budget, mode } = one
    return {
      policy: policy.name,
      signal: policy.signal,
      mode,
      budgetTokens: budget,
      ...answers(one),
      ...(texts.get(one) ?? { perplexity: null, heldCells: null, msPerToken: null }),
    }
  })
  return resultOf('policies', { model: model.name, seed }, rows)
}

function casesOf(policy: EvictionPolicy, budgets: readonly number[], modes: readonly QuestionMode[]): Case[] {
  if (policy === fullCache) return [{ policy, budget: null, mode: null }]
  const seen: readonly (QuestionMode | null)[] = policy.savesMemory ? modes : [null]
  return budgets.flatMap((budget) => seen.map((mode) => ({ policy, budget, mode })))
}

interface TextRow {
  readonly perplexity: ResultEstimate
  /** Mean cells per head at the end of a text. */
  readonly heldCells: number
  readonly msPerToken: number
}

/** No policy sees the rest of a text, so perplexity belongs to the query-agnostic rows. */
function measureTexts({ model, report }: LabSession, cases: readonly Case[], geometry: GeometryOf): Map<Case, TextRow> {
  const read = cases.filter(({ mode }) => mode !== 'query-aware')
  return new Map(
    read.map((one, index) => {
      const { policy, budget } = one
      report((perplexityShare * index) / read.length, { kind: 'policy', policy: policy.name, budgetTokens: budget })
      return [one, readTexts(model, policy, budget ?? textTokens, geometry)]
    }),
  )
}

function readTexts(model: LabSession['model'], policy: EvictionPolicy, budgetTokens: number, geometry: GeometryOf): TextRow {
  const cache = new ContiguousCache(cacheShapeFor(model, textTokens))
  const held: number[] = []
  const { ms, result: nats } = timed(() =>
    documents.flatMap((text) => {
      cache.reset(0)
      const evictor = new Evictor(cache, { policy, budgetTokens, slackTokens, geometry }, model)
      const afterPrompt = (prompt: Int32Array) => evictor.afterPrompt(prompt)
      const own = { cache, attend: evictor.attend, afterStep: () => evictor.afterStep(), afterPrompt }
      const { each } = surprise(model, own, model.tokenizer.encode(text).subarray(0, textTokens))
      held.push(meanCells(cache))
      return each
    }),
  )
  const { value, error } = meanOf(nats)
  const perplexity = Math.exp(value)
  return {
    perplexity: { value: perplexity, low: perplexity * (1 - error), high: perplexity * (1 + error) },
    heldCells: held.reduce((sum, cells) => sum + cells, 0) / held.length,
    msPerToken: ms / nats.length,
  }
}

type AnswerRow = Pick<ResultRow, 'compressionRatio' | 'peakScoreBytes' | (typeof taskColumns)[RecallTask]>

function askAll(session: LabSession, cases: readonly Case[], tasks: readonly RecallTask[], geometry: GeometryOf): (one: Case) => AnswerRow {
  const tallies = new Map(cases.map((one) => [one, new Tally()]))
  const full = cases.filter(({ policy }) => policy === fullCache)
  const others = cases.filter(({ policy }) => policy !== fullCache)
  tasks.forEach((task, index) => {
    ask(session, full, task, geometry, tallies, [index / tasks.length, (index + 0.1) / tasks.length])
    const canDo = full.every((one) => (tallies.get(one)?.mean(task) ?? 0) >= leastFullScore)
    if (canDo) ask(session, others, task, geometry, tallies, [(index + 0.1) / tasks.length, (index + 1) / tasks.length])
  })
  return (one) => (tallies.get(one) as Tally).row()
}

function ask(
  { model, seed, report }: LabSession,
  cases: readonly Case[],
  task: RecallTask,
  geometry: GeometryOf,
  tallies: ReadonlyMap<Case, Tally>,
  [from, to]: readonly [number, number],
): void {
  promptsOf(task, model.tokenizer, seed, promptCount).forEach((prompt, index) => {
    const share = from + ((to - from) * index) / promptCount
    report(perplexityShare + (1 - perplexityShare) * share, { kind: 'task', task, prompt: index + 1, prompts: promptCount })
    const shared = new SharedPrompt(model, tokensOfPrompt(model.tokenizer, prompt), geometry, answerTokens)
    const compressions = cases.map(({ policy, budget, mode }) => ({
      policy,
      budgetTokens: budget ?? promptTokens,
      slackTokens,
      mode: mode ?? 'query-aware',
    }))
    shared.answers(compressions).forEach((answer, at) => {
      tallies.get(cases[at] as Case)?.add(task, scoreOf(answer.text, prompt), answer)
    })
  })
}

class Tally {
  private readonly scores = new Map<RecallTask, number[]>()
  private readonly removedShares: number[] = []
  private peakScores = 0

  add(task: RecallTask, score: number, { removedShare, peakScores }: { readonly removedShare: number; readonly peakScores: number }): void {
    this.scores.set(task, [...(this.scores.get(task) ?? []), score])
    this.removedShares.push(removedShare)
    this.peakScores = Math.max(this.peakScores, peakScores)
  }

  mean(task: RecallTask): number {
    return meanOf(this.scores.get(task) ?? []).value
  }

  row(): AnswerRow {
    const estimates = recallTasks.map((task) => [taskColumns[task], this.estimate(task)])
    return {
      compressionRatio: this.removedShares.length === 0 ? null : meanOf(this.removedShares).value,
      peakScoreBytes: this.removedShares.length === 0 ? null : 4 * this.peakScores,
      ...(Object.fromEntries(estimates) as Record<(typeof taskColumns)[RecallTask], ResultEstimate | null>),
    }
  }

  /** A percentage. null if the task was skipped. */
  private estimate(task: RecallTask): ResultEstimate | null {
    const scores = this.scores.get(task)
    return scores ? estimateOf(scores) : null
  }
}
