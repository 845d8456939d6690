/** The measurements of `headroom bench --quality` and `--suite`, which keep what was measured if they are interrupted. */
import { passkeyTrials } from '../../../core/compare/passkey-prompt'
import { passkeySeed, suiteSeed } from '../../../core/compare/plan-cells'
import { qualityNotes } from '../../../core/copy/command-line'
import type { Calibration } from '../../../core/load/workload/calibration'
import { suiteQuestions } from '../../../core/remote/suite/suite-questions'
import type { Network } from '../../library/network/network'
import { calibrate } from '../../load/calibrate'
import { tokenCounter } from '../../load/token-counter'
import { type Asked, askSuite } from '../../quality/ask-suite'
import { forcedServer } from '../../quality/forced-lists'
import { measureQuality, type ScoredWindow } from '../../quality/measure-quality'
import { passkeySentences } from '../../quality/passkey-lengths'
import { type ReachedServer, sendTo } from '../../quality/reached-server'
import { note } from '../input/terminal'
import type { QualityPlan, SuitePlan } from './quality-flags'

export interface MeasuredQuality {
  readonly textName: string
  readonly topK: number
  readonly windows: ScoredWindow[]
}

export interface AskedSuite {
  /** One list per server, in the order of the questions. */
  readonly answers: readonly Asked[][]
  /** How the lengths of the passkey prompts were counted. */
  calibration: Calibration | null
}

const passkeyDepths = [0, 0.25, 0.5, 0.75, 1]
/** Prints a note after this many questions. */
const questionsPerNote = 20

/** Adds each window to `measured`. */
export async function runQuality(
  network: Network,
  [reference, other]: readonly [ReachedServer, ReachedServer],
  text: string,
  { positions, topK, windowTokens }: QualityPlan,
  measured: MeasuredQuality,
  signal: AbortSignal,
): Promise<void> {
  let compared = 0
  await measureQuality(
    forcedServer(network, reference),
    forcedServer(network, other),
    { text, windowTokens, positions, topK },
    {
      signal,
      onWindow(scored, of) {
        measured.windows.push(scored)
        compared += scored.scores.length
        note(qualityNotes.window(measured.windows.length, of, compared))
      },
    },
  )
}

/** Adds each answer to `asked`. All servers get the same prompts, whose lengths are in tokens of the first one. */
export async function runSuite(
  network: Network,
  servers: readonly ReachedServer[],
  plan: SuitePlan,
  asked: AskedSuite,
  signal: AbortSignal,
): Promise<void> {
  const passkeys = plan.parts.includes('passkeys') ? await trialsFor(network, servers[0] as ReachedServer, plan, asked, signal) : []
  const questions = suiteQuestions({ parts: plan.parts, passkeys, prompts: plan.prompts, seed: suiteSeed })
  let done = 0
  await askSuite(
    servers.map((server) => ({ model: server.model, send: sendTo(network, server) })),
    questions,
    {
      signal,
      onAnswers(answers) {
        for (const [at, answer] of answers.entries()) asked.answers[at]?.push(answer)
        if (++done % questionsPerNote === 0 || done === questions.length) note(qualityNotes.questions(done, questions.length))
      },
    },
  )
}

async function trialsFor(network: Network, server: ReachedServer, plan: SuitePlan, asked: AskedSuite, signal: AbortSignal) {
  const { address, kind, model } = server
  const count = tokenCounter(network, address, kind, model)
  const calibration = await calibrate(model, count, sendTo(network, server), signal)
  asked.calibration = calibration
  const counted = calibration.by === 'tokenizer' ? count : null
  const sentences = await passkeySentences(plan.passkeyTokens, passkeySeed, calibration, counted, signal)
  return passkeyTrials(sentences, { depths: passkeyDepths, trials: plan.passkeyTrials, seed: passkeySeed })
}
