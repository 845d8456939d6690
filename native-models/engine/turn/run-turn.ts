/**
 * One prompt and its answers:
 *
 *   sent ──queue── started ──template, tokenizer, reuse── tokenized ──new prompt tokens── prefilled ──sampling── first token ── …
 *
 * The logits of the last prompt token give the first token of each answer. Several answers share one prefill, whose cells are copied to a
 * sequence per answer, and are decoded together.
 */
import type { Token } from 'node-llama-cpp'
import { coded } from '../../../core/contract/errors/coded-error'
import type { Sample } from '../batch/turn-batches'
import { logitBiases } from '../decode/sampler-config'
import { allSampled } from '../decode/token-sampler'
import type { PromptInProcess } from '../prefixes/prompts-in-process'
import { assertCanSpeculate } from '../speculation/can-speculate'
import { Answer } from './answer'
import { bindingOf } from './answer-binding'
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
  const answers: Answer[] = []
  try {
    if (turn.waitedMs > 0 && isStopped(turn)) return finishStopped(turn.answers, turn.request, turn.context)
    const prompt = await preparePrompt(turn)
    for (const index of turn.answers.keys()) answers.push(new Answer(turn, prompt, index, binding))
    const first = await processPrompt(turn, prompt, answers, announced)
    announced?.end()
    if (answers.length > 1) prompt.shared = await sharePrefill(turn, prompt)
    await decode(turn, answers, first)
  } finally {
    announced?.end()
    for (const answer of answers) await answer.close()
  }
}

/** Returns the first token of each answer, or none if the decoders have to evaluate the prompt's last token. */
async function processPrompt(turn: Turn, prompt: Prompt, answers: readonly Answer[], announced?: PromptInProcess): Promise<Token[]> {
  const log = logOfAll(turn)
  log.prompt(prompt.tokens.length, prompt.reusedTokens)
  if (prompt.overflow.report) log.mark('evicted', prompt.overflow.report.droppedTokens)

  log.enter('prefill')
  const began = performance.now()
  let evaluatedAt: number | undefined
  let first: Token[] = []
  const sample: Sample<void> = async ([logit], evaluated) => {
    const isEvaluated = () => {
      evaluatedAt = performance.now()
      log.enter('generating')
    }
    evaluated.then(isEvaluated, () => {})
    first = await allSampled(answers.flatMap(({ decoder }) => decoder.first?.(logit as number) ?? []))
  }
  const canSample = answers.every(({ decoder }) => decoder.first)
  await (turn.request.promptLogprobs
    ? scorePrompt(turn, prompt)
    : prefill(turn, prompt, wholeBatches(turn, announced), canSample ? sample : undefined))
  const isAlone = turn.batches?.isAlone !== false && !isStopped(turn)
  const [{ sequence }] = turn.answers
  const ms = (evaluatedAt ?? performance.now()) - began
  if (isAlone) turn.store?.prefixes.measured.processed(prompt.reusedTokens, sequence.nextTokenIndex, ms)
  if (evaluatedAt === undefined && !isStopped(turn)) log.enter('generating')
  return first
}

const wholeBatches = ({ context, answers: [{ sequence }] }: Turn, announced: PromptInProcess | undefined): Slices => ({
  next: context.report.batchTokens,
  took: () => announced?.reached(sequence.nextTokenIndex),
})

async function decode(turn: Turn, answers: readonly Answer[], first: readonly Token[]): Promise<void> {
  const followThreads = threadFollower(turn)
  for (const answer of answers) answer.begin()
  if (first.length > 0) take(answers, first)
  for (let open = await stillOpen(turn, answers); open.length > 0; open = await stillOpen(turn, open)) {
    followThreads()
    take(open, await nextTokens(open))
  }
}

function take(answers: readonly Answer[], tokens: readonly Token[]): void {
  const now = performance.now()
  for (const [index, answer] of answers.entries()) if (!answer.isStopped) answer.take(tokens[index] as Token, now)
}

/** The scheduler decodes the tokens of all answers in one batch if the model allows it. */
function nextTokens(answers: readonly Answer[]): Promise<Token[]> {
  return allSampled(answers.map(({ decoder, token }) => decoder.next(token)))
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
