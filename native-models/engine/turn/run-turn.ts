/**
 * One prompt and its answers:
 *
 *   sent ──queue── started ──template, tokenizer, reuse── tokenized ──new prompt tokens but the last── prefilled ──last── first token ── …
 *
 * The last prompt token is evaluated alone, because its logits give the first answer token. Several answers share one prefill, whose cells
 * are copied to a sequence per answer, and are decoded together.
 */
import type { Token } from 'node-llama-cpp'
import { coded } from '../../../core/contract/errors/coded-error'
import { logitBiases } from '../decode/sampler-config'
import type { PromptInProcess } from '../prefixes/prompts-in-process'
import { assertCanSpeculate } from '../speculation/can-speculate'
import { Answer } from './answer'
import { type AnswerBinding, bindingOf } from './answer-binding'
import { announcePrompt } from './common-prompt'
import { isFarFromCheckpoint, prefill, type Slices, takeCheckpoint } from './prefill'
import { type Prompt, preparePrompt } from './prepare-prompt'
import { scorePrompt } from './score-prompt'
import { sharePrefill } from './share-prefill'
import { finishStopped, isStopped, logOfAll, type Turn, threadFollower } from './turn'

export async function runTurn(turn: Turn): Promise<void> {
  const log = logOfAll(turn)
  if (turn.answers.length === 1) assertCanSpeculate(turn.loaded, turn.context, turn.request.sampling)
  // Only llama.cpp's own sampler gives probabilities.
  if (turn.request.topLogprobs !== undefined && !turn.context.internals)
    throw coded('api-field-refused', { field: 'logprobs', reason: { kind: 'not-supported' } })
  // Refuses unknown tokens before the prompt is processed.
  logitBiases(turn.loaded.model, turn.request.sampling)
  log.enter('tokenizing')
  const binding = await bindingOf(turn)
  const announced = await announcePrompt(turn)
  if (turn.waitedMs > 0 && isStopped(turn)) {
    announced?.end()
    return finishStopped(turn.answers, turn.request, turn.context)
  }
  const prompt = await processPrompt(turn, announced).finally(() => announced?.end())
  if (!isStopped(turn)) log.enter('generating')
  if (turn.answers.length > 1) prompt.shared = await sharePrefill(turn, prompt)
  await decode(turn, prompt, binding)
}

async function processPrompt(turn: Turn, announced: PromptInProcess | undefined): Promise<Prompt> {
  const log = logOfAll(turn)
  const prompt = await preparePrompt(turn)
  log.prompt(prompt.tokens.length, prompt.reusedTokens)
  if (prompt.overflow.report) log.mark('evicted', prompt.overflow.report.droppedTokens)

  log.enter('prefill')
  const began = performance.now()
  await (turn.request.promptLogprobs ? scorePrompt(turn, prompt) : prefill(turn, prompt, wholeBatches(turn, announced)))
  const isAlone = turn.batches?.isAlone !== false && !isStopped(turn)
  if (isAlone) turn.store?.prefixes.measured.processed(prompt.reusedTokens, prompt.tokens.length - 1, performance.now() - began)
  return prompt
}

const wholeBatches = ({ context, answers: [{ sequence }] }: Turn, announced: PromptInProcess | undefined): Slices => ({
  next: context.report.batchTokens,
  took: () => announced?.reached(sequence.nextTokenIndex),
})

async function decode(turn: Turn, prompt: Prompt, binding: AnswerBinding | undefined): Promise<void> {
  const answers = turn.answers.map((_, index) => new Answer(turn, prompt, index, binding))
  const followThreads = threadFollower(turn)
  try {
    for (let open = await stillOpen(turn, answers); open.length > 0; open = await stillOpen(turn, open)) {
      followThreads()
      const tokens = await nextTokens(open)
      const now = performance.now()
      for (const [index, answer] of open.entries()) answer.take(tokens[index] as Token, now)
    }
  } finally {
    for (const answer of answers) await answer.close()
  }
}

/** The scheduler decodes the tokens of all answers in one batch if the model allows it. */
async function nextTokens(answers: readonly Answer[]): Promise<Token[]> {
  const tokens = await Promise.allSettled(answers.map(({ decoder, token }) => decoder.next(token)))
  return tokens.map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
}

async function stillOpen(turn: Turn, answers: readonly Answer[]): Promise<Answer[]> {
  const open: Answer[] = []
  for (const answer of answers) {
    const stopReason = answer.ended ?? (await answer.mustEnd())
    if (!stopReason) {
      open.push(answer)
      continue
    }
    await answer.end(stopReason)
    if (turn.answers.length === 1 && isFarFromCheckpoint(turn)) await takeCheckpoint(turn)
    answer.measure(stopReason)
  }
  return open
}
