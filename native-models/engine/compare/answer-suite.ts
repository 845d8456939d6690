import { suiteSampling } from '../../../core/compare/suite/suite-answers'
import { promptSettingsOf } from '../../../core/contract/chat/tools'
import type { TurnUpdate } from '../../../core/contract/chat/turn'
import type { KvSettings } from '../../../core/contract/settings/kv-settings'
import { defaultSampling, type SamplingSettings } from '../../../core/contract/settings/sampling'
import { type TurnLog, turnStart } from '../../process/turn-log'
import { answer, type Question } from './measure-answer'
import { Progress } from './progress'
import { type Measuring, type TaskContext, withContext } from './task-context'

export interface SuiteQuestion extends Question {
  readonly sampling?: Partial<SamplingSettings>
}

interface Suite<Prompt, Scored> {
  readonly prompts: readonly Prompt[]
  readonly ask: (prompt: Prompt) => SuiteQuestion
  readonly score: (prompt: Prompt, update: TurnUpdate) => Scored
  readonly isEnough?: (log: TurnLog) => boolean
}

/** Answers all prompts in one context. Throws `tools-refused`, `template-failed` before it creates the context. */
export async function answerSuite<Prompt, Scored>(
  measuring: Measuring,
  settings: KvSettings,
  { prompts, ask, score, isEnough }: Suite<Prompt, Scored>,
): Promise<{ readonly context: TaskContext; readonly answers: Scored[] }> {
  const asked = prompts.map((prompt) => ({ prompt, question: ask(prompt) }))
  const lengths = asked.map(({ question }) => promptLength(measuring, question))
  return withContext(measuring, settings, Math.max(...lengths) + suiteSampling.maxTokens, 'generation', async (context) => {
    const progress = new Progress(prompts.length, measuring.onProgress)
    const answers: Scored[] = []
    for (const { prompt, question } of asked) {
      const wish = { ...suiteSampling, ...question.sampling }
      const { log } = await answer(measuring, context, question, wish, isEnough)
      answers.push(score(prompt, log.readFrom(turnStart).update))
      progress.advance(1)
    }
    progress.end()
    return { context, answers }
  })
}

const promptLength = ({ loaded }: Measuring, { messages, tools }: Question): number =>
  loaded.renderer.render(messages, promptSettingsOf({ sampling: { ...defaultSampling, ...suiteSampling }, tools })).length
