/** Recall of every policy at several budgets in tasks like RULER's, with the question seen or unseen, and the perplexity of texts. */
import { meanOf } from '../../core/compare/statistics/estimate'
import { type ExperimentChoices, type ResultEstimate, type ResultRow, resultOf } from '../../core/lab/experiments/experiment'
import {
  budgetTokensOf,
  type PolicyBudget,
  type PolicyTask,
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
import type { LabModel } from '../model/model'
import { type PromptTokens, promptsOf, scoreOf, tokensOfPrompt } from '../tasks/prompts'
import { type Compression, meanCells, SharedPrompt } from '../tasks/shared-prompt'
import { calibration, documents } from '../texts/heldout'
import { estimateOf, promptOf, surprise } from './quality'

export interface PolicyCase {
  readonly policy: EvictionPolicy
  /** null for the full cache. */
  readonly budget: PolicyBudget | null
  /** null if the policy removes no cells. */
  readonly mode: QuestionMode | null
}

const { textTokens, slackTokens, promptTokens, answerTokens, leastFullScore } = policiesSetup
/** Estimated share of the work that perplexity takes, for the progress bar. */
const perplexityShare = 0.4

export const runPolicies: RunExperiment = (session) => {
  const { model, seed, choices } = session
  const { modes = questionModes, tasks = policyTasks } = choices
  const policies = policiesFor(seed, choices.policies)
  const cases = policies.flatMap((policy) => casesOf(policy, budgetsOf(choices), modes))
  checkBudgets(session, cases, tasks)
  const geometry = measureGeometry(model, model.tokenizer.encode(calibration).subarray(0, 512))
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
      askedRatio: budget && 'ratio' in budget ? budget.ratio : null,
      budgetTokens: budget && 'tokens' in budget ? budget.tokens : null,
      ...answers(one),
      ...(texts.get(one) ?? { perplexity: null, heldCells: null, msPerToken: null }),
    }
  })
  return resultOf('policies', { model: model.name, seed }, rows)
}

const budgetsOf = ({ budgets = policiesSetup.budgets, ratios }: ExperimentChoices): readonly PolicyBudget[] =>
  ratios?.map((ratio) => ({ ratio })) ?? budgets.map((tokens) => ({ tokens }))

/** Throws `lab-budget-too-small`. */
function checkBudgets(
  { model, seed, prompts = policiesSetup.prompts }: LabSession,
  cases: readonly PolicyCase[],
  tasks: readonly PolicyTask[],
): void {
  const asked = recallTasks
    .filter((task) => tasks.includes(task))
    .flatMap((task) => promptsOf(task, model.tokenizer, seed, prompts).map((prompt) => tokensOfPrompt(model.tokenizer, prompt)))
  const texts = tasks.includes('perplexity') ? textsFor(model).map((text) => promptOf(text).length) : []
  for (const { policy, budget, mode } of cases) {
    if (!budget) continue
    const lengths = asked.map((prompt) => compressedTokens(prompt, mode))
    checkBudget(policy, budgetTokensOf(budget, Math.min(...lengths, ...(mode === 'query-aware' ? [] : texts))))
  }
}

const compressedTokens = ({ context, question }: PromptTokens, mode: QuestionMode | null): number =>
  mode === 'query-agnostic' ? context.length : context.length + question.length

const textsFor = ({ tokenizer }: LabModel): Int32Array[] => documents.map((text) => tokenizer.encode(text).subarray(0, textTokens))

function casesOf(policy: EvictionPolicy, budgets: readonly PolicyBudget[], modes: readonly QuestionMode[]): PolicyCase[] {
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
function measureTexts({ model, report }: LabSession, cases: readonly PolicyCase[], geometry: GeometryOf): Map<PolicyCase, TextRow> {
  const read = cases.filter(({ mode }) => mode !== 'query-aware')
  return new Map(
    read.map((one, index) => {
      const { policy, budget } = one
      report((perplexityShare * index) / read.length, {
        kind: 'policy',
        policy: policy.name,
        budgetTokens: budget && 'tokens' in budget ? budget.tokens : null,
      })
      return [one, readTexts(model, policy, budget ?? { tokens: textTokens }, geometry)]
    }),
  )
}

export const compressionOf = ({ policy, budget, mode }: PolicyCase, prompt: PromptTokens): Compression => ({
  policy,
  budgetTokens: budgetTokensOf(budget ?? { tokens: promptTokens }, compressedTokens(prompt, mode)),
  slackTokens,
  // A ratio can ask for fewer cells than the slack.
  ...(budget && 'ratio' in budget && { promptSlackTokens: 0 }),
  mode: mode ?? 'query-aware',
})

function readTexts(model: LabSession['model'], policy: EvictionPolicy, budget: PolicyBudget, geometry: GeometryOf): TextRow {
  const cache = new ContiguousCache(cacheShapeFor(model, textTokens))
  const held: number[] = []
  const { ms, result: nats } = timed(() =>
    textsFor(model).flatMap((text) => {
      cache.reset(0)
      const budgetTokens = budgetTokensOf(budget, promptOf(text).length)
      const evictor = new Evictor(cache, { policy, budgetTokens, slackTokens, geometry }, model)
      const afterPrompt = (prompt: Int32Array) => evictor.afterPrompt(prompt)
      const own = { cache, attend: evictor.attend, afterStep: () => evictor.afterStep(), afterPrompt }
      const { each } = surprise(model, own, text)
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

function askAll(
  session: LabSession,
  cases: readonly PolicyCase[],
  tasks: readonly RecallTask[],
  geometry: GeometryOf,
): (one: PolicyCase) => AnswerRow {
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
  { model, seed, report, prompts = policiesSetup.prompts }: LabSession,
  cases: readonly PolicyCase[],
  task: RecallTask,
  geometry: GeometryOf,
  tallies: ReadonlyMap<PolicyCase, Tally>,
  [from, to]: readonly [number, number],
): void {
  promptsOf(task, model.tokenizer, seed, prompts).forEach((prompt, index) => {
    const share = from + ((to - from) * index) / prompts
    report(perplexityShare + (1 - perplexityShare) * share, { kind: 'task', task, prompt: index + 1, prompts })
    const tokens = tokensOfPrompt(model.tokenizer, prompt)
    const shared = new SharedPrompt(model, tokens, geometry, answerTokens)
    const compressions = cases.map((one) => compressionOf(one, tokens))
    shared.answers(compressions).forEach((answer, at) => {
      tallies.get(cases[at] as PolicyCase)?.add(task, scoreOf(answer.text, prompt), answer)
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
