/** A chat that grows by a constant message and a constant answer: the first token of turn 20 against that of turn 2, and with the cache dropped. */
import { median } from '../../../core/stats/percentile'
import type { Rounds } from '../../engine/rounds'
import { amount, atMost, type Row, ratioOf } from '../../engine/row'
import { promptOf, randomModel } from '../../random-models'
import { AppUnderTest, type AskedTurn, ttftOf, withApp } from '../app-under-test'

const messageTokens = 128
const outputTokens = 16
const turns = 20

interface Figures {
  early: number
  late: number
  /** Of those, the new tokens through the model. */
  earlyPrefill: number
  latePrefill: number
  /** Turn 20 with nothing in the cache. */
  dropped: number
}

export async function growingChatRows(rounds: Rounds): Promise<Row[]> {
  const { path, size } = await randomModel('small')
  return withApp(AppUnderTest.start(path, { contextTokens: 4608 }, outputTokens), async (under) => {
    const measured: Figures[] = []
    await rounds.play('growing chat', {
      round: async () => {
        measured.push(await oneChat(under))
      },
    })
    const of = (name: keyof Figures) => measured.map((figures) => figures[name])
    return [
      {
        what: `${size}: first token of turn ${turns} against turn 2, ${messageTokens} new tokens each`,
        ours: amount(of('late'), 'ms'),
        theirs: amount(of('early'), 'ms'),
        ratio: ratioOf(of('late'), of('early')),
        aim: atMost(1.2),
        note: `Of that, new tokens through the model, which attend to all before them: ${median(of('latePrefill')).toFixed(0)} against ${median(of('earlyPrefill')).toFixed(0)} ms.`,
      },
      {
        what: `the same turn ${turns} with the cache dropped`,
        ours: amount(of('dropped'), 'ms'),
        theirs: amount(of('early'), 'ms'),
        ratio: ratioOf(of('dropped'), of('early')),
        aim: null,
        note: null,
      },
    ]
  })
}

async function oneChat(under: AppUnderTest): Promise<Figures> {
  let early: AskedTurn | undefined
  let turn: AskedTurn | undefined
  for (let at = 1; at <= turns; at++) {
    turn = await under.send(promptOf(messageTokens), turn?.conversationId ?? null)
    if (at === 2) early = turn
  }
  if (!turn || !early) throw new Error('Expected a second turn and a last one')
  const last = turn
  await under.app.supervisor.engine?.client.forget({ conversationId: last.conversationId })
  return {
    early: ttftOf(early),
    late: ttftOf(last),
    earlyPrefill: early.metrics.prefillMs,
    latePrefill: last.metrics.prefillMs,
    dropped: ttftOf(await under.again(last)),
  }
}
