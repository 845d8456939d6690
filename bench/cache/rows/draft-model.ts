/**
 * Random weights show the cost of wrong drafts. The q8_0 copy of Pocket shows an acceptance rate without a speed-up, because it is nearly
 * as slow as Pocket.
 */
import type { TurnMetrics } from '../../../core/contract/chat/turn'
import { formatNumber } from '../../../core/text/number-language'
import { quantizedPocket } from '../../../native-models/testing/quantized-pocket'
import type { Rounds } from '../../engine/rounds'
import { amount, type Row, ratioOf } from '../../engine/row'
import { resources } from '../../paths'
import { promptOf, randomModel } from '../../random-models'
import { AppUnderTest, withApp } from '../app-under-test'

const promptTokens = 256
const outputTokens = 256
const story = 'Tell me a story about a cat, a dog and a small boat.'

interface Figures {
  ahead: TurnMetrics
  plain: TurnMetrics
}
interface Pair {
  readonly what: string
  readonly mainPath: string
  readonly draftPath: string
  readonly prompt: string
  readonly draftPMin: number
}

export async function draftModelRows(rounds: Rounds): Promise<Row[]> {
  const [main, draft] = [await randomModel('small'), await randomModel('tiny')]
  const wrong = await measure(rounds, {
    what: `${main.size}: ${outputTokens} tokens, with drafts from a model of ${draft.size} random weights, against no draft model`,
    mainPath: main.path,
    draftPath: draft.path,
    prompt: promptOf(promptTokens),
    draftPMin: 0,
  })
  const copy = await measure(rounds, {
    what: `Pocket f16: ${outputTokens} tokens, with drafts from its q8_0 copy, against no draft model`,
    mainPath: resources.embeddedModelPath,
    draftPath: await quantizedPocket(),
    prompt: story,
    draftPMin: 0.75,
  })
  return [
    rowOf(wrong, breakEvenOf(wrong)),
    rowOf(copy, 'The draft model is as large as the model, so this row shows the acceptance rate, not a speed-up.'),
  ]
}

async function measure(rounds: Rounds, { what, mainPath, draftPath, prompt, draftPMin }: Pair) {
  return withApp(AppUnderTest.start(mainPath, { contextTokens: 1024 }, outputTokens), async (under) => {
    await under.draftWith(draftPath, { draftPMin })
    const ask = async (speculation: 'draft-model' | 'off') => {
      under.sample({ speculation })
      return (await under.send(prompt)).metrics
    }
    await ask('off')
    return { what, measured: await rounds.play<Figures>(what, { ahead: () => ask('draft-model'), plain: () => ask('off') }) }
  })
}
type Measured = Awaited<ReturnType<typeof measure>>

function rowOf({ what, measured }: Measured, note: string): Row {
  const rates = (name: keyof Figures) => measured.map((figures) => figures[name].decodeTokensPerSecond ?? 0)
  const speculation = measured.map(({ ahead }) => ahead.speculation)
  const sum = (name: 'accepted' | 'drafted') => speculation.reduce((total, figures) => total + (figures?.[name] ?? 0), 0)
  const ended = speculation.filter((figures) => figures?.switchedOff).length
  return {
    what,
    ours: amount(rates('ahead'), 'tok/s'),
    theirs: amount(rates('plain'), 'tok/s'),
    ratio: ratioOf(rates('ahead'), rates('plain')),
    aim: null,
    note: `${sum('accepted')} of ${sum('drafted')} drafted tokens were accepted; switched off in ${ended} of ${measured.length} answers. ${note}`,
  }
}

/** A step without accepted tokens takes `1 / speedUp` times as long as one token. */
function breakEvenOf({ measured }: Measured): string {
  const speedUps = measured.flatMap(({ ahead }) => (ahead.speculation?.accepted === 0 ? [ahead.speculation.speedUp ?? 0] : []))
  if (speedUps.length === 0) return 'Every answer had accepted tokens, so the cost of a wrong draft was not measured.'
  const tokens = speedUps.reduce((sum, speedUp) => sum + 1 / speedUp, 0) / speedUps.length
  return `A step without accepted tokens took as long as ${formatNumber(tokens, 1)} tokens, so drafting pays off from ${formatNumber(tokens - 1, 1)} accepted tokens per step.`
}
