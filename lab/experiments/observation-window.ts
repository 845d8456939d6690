import { type ResultEstimate, resultOf } from '../../core/lab/experiments/experiment'
import { type QuestionMode, questionModes, type RecallTask } from '../../core/lab/experiments/policy-measures'
import { observationSetup } from '../../core/lab/experiments/setups'
import { snapKvWith } from '../../core/lab/policies/attention/snapkv'
import type { RunExperiment } from '../forward/lab-session'
import { promptsOf, scoreOf, tokensOfPrompt } from '../tasks/prompts'
import { SharedPrompt } from '../tasks/shared-prompt'
import { estimateOf } from './quality'

interface Row {
  readonly mode: QuestionMode
  readonly queries: number
  readonly needle: ResultEstimate
  readonly multiKey: ResultEstimate
}

const { windows, budgetTokens, prompts, answerTokens } = observationSetup

export const runObservationWindow: RunExperiment = ({ model, seed, report }) => {
  const cases = questionModes.flatMap((mode) => windows.map((queries) => ({ mode, queries, policy: snapKvWith(queries) })))
  const scoresOf = (task: RecallTask, from: number): number[][] => {
    const scores = cases.map((): number[] => [])
    promptsOf(task, model.tokenizer, seed, prompts).forEach((prompt, index) => {
      report(from + index / prompts / 2, { kind: 'task', task, prompt: index + 1, prompts })
      const shared = new SharedPrompt(model, tokensOfPrompt(model.tokenizer, prompt), () => null, answerTokens)
      shared.answers(cases.map(({ mode, policy }) => ({ policy, budgetTokens, slackTokens: 0, mode }))).forEach(({ text }, at) => {
        scores[at]?.push(scoreOf(text, prompt))
      })
    })
    return scores
  }
  const needle = scoresOf('needle', 0)
  const multiKey = scoresOf('multi-key', 0.5)
  const rows = cases.map(
    ({ mode, queries }, at): Row => ({ mode, queries, needle: estimateOf(needle[at] ?? []), multiKey: estimateOf(multiKey[at] ?? []) }),
  )
  return resultOf('observation-window', { model: model.name, seed }, rows)
}
