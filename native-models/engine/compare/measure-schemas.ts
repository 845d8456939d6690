import { chosenPrompts } from '../../../core/compare/suite/choose-prompts'
import { schemaPrompts } from '../../../core/compare/suite/schema-prompts'
import { scoreJson } from '../../../core/compare/suite/score-answer'
import { schemaSampling, suiteMessages } from '../../../core/compare/suite/suite-answers'
import type { TurnUpdate } from '../../../core/contract/chat/turn'
import type { CompareResultOf, CompareTaskOf } from '../../../core/contract/compare/compare-tasks'
import { plainTextOf } from '../../../core/messages/parts-of'
import { answerSuite } from './answer-suite'
import type { Measuring } from './task-context'

export async function measureSchemas(
  measuring: Measuring,
  { settings, prompts, seed, withGrammar }: CompareTaskOf<'schemas'>,
): Promise<CompareResultOf<'schemas'>> {
  const { context, answers } = await answerSuite(measuring, settings, {
    prompts: chosenPrompts(schemaPrompts, prompts, seed),
    ask: (prompt) => ({ messages: suiteMessages(prompt), sampling: schemaSampling(prompt, withGrammar) }),
    score: (prompt, update) => scoreJson(prompt, plainTextOf(update), hasEnded(update)),
  })
  return { kind: 'schemas', context: context.report, threads: context.threads, withGrammar, answers }
}

const hasEnded = ({ metrics }: TurnUpdate): boolean => metrics?.stopReason === 'end-of-text' || metrics?.stopReason === 'stop-text'
