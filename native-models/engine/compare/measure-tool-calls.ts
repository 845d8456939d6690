import { firstCall, scoreCall } from '../../../core/compare/suite/score-answer'
import { suiteMessages, toolQuestions } from '../../../core/compare/suite/suite-answers'
import type { CompareResultOf, CompareTaskOf } from '../../../core/contract/compare/compare-tasks'
import { coded } from '../../../core/contract/errors/coded-error'
import { type TurnLog, turnStart } from '../../process/turn-log'
import { answerSuite } from './answer-suite'
import type { Measuring } from './task-context'

/** Only the first call of an answer counts. */
export async function measureToolCalls(measuring: Measuring, task: CompareTaskOf<'tool-calls'>): Promise<CompareResultOf<'tool-calls'>> {
  const { template, syntax } = measuring.loaded.renderer
  if (template.abilities?.tools && !syntax.calls) throw coded('tools-refused', { reason: { kind: 'template-without-calls' } })
  const { context, answers } = await answerSuite(measuring, task.settings, {
    prompts: toolQuestions(task),
    ask: ({ prompt, tools }) => ({ messages: suiteMessages(prompt), tools }),
    score: ({ prompt }, update) => scoreCall(prompt, firstCall(update)),
    isEnough: hasEndedCall,
  })
  return { kind: 'tool-calls', context: context.report, threads: context.threads, answers }
}

const hasEndedCall = (log: TurnLog): boolean =>
  log.readFrom(turnStart).update.parts?.some(({ type, to }) => type === 'tool-call' && to !== undefined) ?? false
