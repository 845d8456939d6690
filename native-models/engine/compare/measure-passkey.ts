import { isFound, passkeyAnswerTokens, passkeySamples, passkeyTrials, sentencesFor } from '../../../core/compare/passkey-prompt'
import type { CompareResultOf, CompareTaskOf } from '../../../core/contract/compare/compare-tasks'
import { turnStart } from '../../process/turn-log'
import { answer, chatTokens, question } from './measure-answer'
import { Progress } from './progress'
import { type Measuring, withContext } from './task-context'

export async function measurePasskey(measuring: Measuring, task: CompareTaskOf<'passkey'>): Promise<CompareResultOf<'passkey'>> {
  const sentences = task.sentences ?? sentencesIn(measuring, task)
  const trials = passkeyTrials(sentences, task)
  const lengths = trials.map(({ prompt }) => chatTokens(measuring, prompt).length)
  return withContext(measuring, task.settings, Math.max(...lengths) + passkeyAnswerTokens, 'generation', async (context) => {
    const progress = new Progress(trials.length, measuring.onProgress)
    const found = new Map(task.depths.map((depth) => [depth, 0]))
    for (const { prompt, expected, depth } of trials) {
      const { log } = await answer(measuring, context, question(prompt), { maxTokens: passkeyAnswerTokens })
      if (isFound(log.readFrom(turnStart).update.text, expected)) found.set(depth, (found.get(depth) ?? 0) + 1)
      progress.advance(1)
    }
    progress.end()
    return {
      kind: 'passkey',
      context: context.report,
      threads: context.threads,
      promptTokens: Math.round(lengths.reduce((sum, tokens) => sum + tokens, 0) / lengths.length),
      byDepth: [...found].map(([depth, count]) => ({ depth, found: count, trials: task.trials })),
    }
  })
}

function sentencesIn(measuring: Measuring, { promptTokens, seed }: CompareTaskOf<'passkey'>): number {
  const [bare, long] = passkeySamples(seed)
  const tokensIn = (prompt: string) => chatTokens(measuring, prompt).length
  return sentencesFor(promptTokens, tokensIn(bare), tokensIn(long))
}
