/** Answers decoded in one batch can differ from answers decoded alone. ../batch-rounding.ts explains why. */
import { defaultSampling, type SamplingSettings } from '../../../core/contract/settings/sampling'
import type { Rounds } from '../../engine/rounds'
import { amount, type Row, ratioOf } from '../../engine/row'
import { resources } from '../../paths'
import { promptOf, randomModel } from '../../random-models'
import { measureRounding, type Rounding, type RoundingQuestion } from '../batch-rounding'

const answers = 4
const seed = 11
const untilTheEnd: SamplingSettings = { ...defaultSampling, topK: 0, topP: 1, minP: 0, repeatPenalty: 1, seed, ignoreEndOfText: true }
const temperatures = [0, 0.8]

export async function equalAnswersRows(_rounds: Rounds): Promise<Row[]> {
  const { path, size } = await randomModel('small')
  const pocket = { name: 'Pocket', modelPath: resources.embeddedModelPath, prompt: 'Tell me a story about a cat and a lamp.', tokens: 1500 }
  const random = { name: size, modelPath: path, prompt: promptOf(256), tokens: 600 }
  const subjects = [
    { ...pocket, threads: 1 },
    { ...pocket, threads: 2 },
    { ...random, threads: 2 },
  ]
  const rows: Row[] = []
  for (const { name, ...subject } of subjects)
    for (const temperature of temperatures) {
      const question: RoundingQuestion = { ...subject, answers, sampling: { ...untilTheEnd, temperature } }
      rows.push(rowOf(name, question, await measureRounding(question)))
    }
  return rows
}

function rowOf(name: string, { tokens, threads, sampling }: RoundingQuestion, { firstDifferent, largestLogDifference }: Rounding): Row {
  const equalTokens = firstDifferent.map((token) => (token === null ? tokens : token - 1))
  const all = equalTokens.map(() => tokens)
  const equal = firstDifferent.filter((token) => token === null).length
  const first = Math.min(...firstDifferent.flatMap((token) => token ?? []))
  return {
    what: `${name}, threads ${threads}, temperature ${sampling.temperature}: tokens before ${answers} answers in one batch differ from the same answers alone`,
    ours: amount(equalTokens, 'tokens'),
    theirs: amount(all, 'tokens', 'written'),
    ratio: ratioOf(equalTokens, all),
    aim: null,
    note: `${equal} of ${answers} answers are equal up to the last token${Number.isFinite(first) ? `; the first difference is at token ${first}` : ''}; ln p differs by at most ${largestLogDifference.toPrecision(2)}.`,
  }
}
