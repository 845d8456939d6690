import { chosenPrompts } from '../../../core/compare/suite/choose-prompts'
import { type SchemaPrompt, schemaPrompts } from '../../../core/compare/suite/schema-prompts'
import { scoreJson } from '../../../core/compare/suite/score-answer'
import type { TurnUpdate } from '../../../core/contract/chat/turn'
import type { CompareResultOf, CompareTaskOf } from '../../../core/contract/compare/compare-tasks'
import { plainTextOf } from '../../../core/messages/parts-of'
import { answerSuite, questionOf, type SuiteQuestion } from './answer-suite'
import type { Measuring } from './task-context'

export async function measureSchemas(
  measuring: Measuring,
  { settings, prompts, seed, withGrammar }: CompareTaskOf<'schemas'>,
): Promise<CompareResultOf<'schemas'>> {
  const ask = (prompt: SchemaPrompt): SuiteQuestion => ({
    ...questionOf(prompt),
    ...(withGrammar ? { sampling: { grammar: { kind: 'json-schema', text: JSON.stringify(prompt.schema) } } } : {}),
  })
  const { context, answers } = await answerSuite(measuring, settings, {
    prompts: chosenPrompts(schemaPrompts, prompts, seed),
    ask,
    score: (prompt, update) => scoreJson(prompt, plainTextOf(update), hasEnded(update)),
  })
  return { kind: 'schemas', context: context.report, threads: context.threads, withGrammar, answers }
}

const hasEnded = ({ metrics }: TurnUpdate): boolean => metrics?.stopReason === 'end-of-text' || metrics?.stopReason === 'stop-text'
