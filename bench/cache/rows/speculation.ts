/** At temperature 0, a random model soon repeats itself, so lookup drafts are often accepted. */
import type { Speculation } from '../../../core/contract/settings/setting-ranges'
import type { Rounds } from '../../engine/rounds'
import { amount, atLeast, type Row, ratioOf } from '../../engine/row'
import { promptOf, randomModel } from '../../random-models'
import { AppUnderTest, withApp } from '../app-under-test'

const promptTokens = 512
const outputTokens = 256

interface Figures {
  ahead: number
  plain: number
}

export async function speculationRows(rounds: Rounds): Promise<Row[]> {
  const { path, size } = await randomModel('small')
  return withApp(AppUnderTest.start(path, { contextTokens: promptTokens + outputTokens }, outputTokens), async (under) => {
    let accepted = 0
    let drafted = 0
    const rate = async (speculation: Speculation) => {
      under.sample({ speculation })
      const { metrics } = await under.send(promptOf(promptTokens))
      accepted += metrics.speculation?.accepted ?? 0
      drafted += metrics.speculation?.drafted ?? 0
      return metrics.decodeTokensPerSecond ?? 0
    }
    await rate('off')
    const measured = await rounds.play<Figures>('speculation', { ahead: () => rate('prompt-lookup'), plain: () => rate('off') })
    const of = (name: keyof Figures) => measured.map((figures) => figures[name])
    return [
      {
        what: `${size}: ${outputTokens} tokens that repeat themselves, with prompt lookup against without`,
        ours: amount(of('ahead'), 'tok/s'),
        theirs: amount(of('plain'), 'tok/s'),
        ratio: ratioOf(of('ahead'), of('plain')),
        aim: atLeast(1),
        note: `${accepted} of ${drafted} drafted tokens were accepted.`,
      },
    ]
  })
}
