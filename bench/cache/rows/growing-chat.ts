import { median } from '../../../core/stats/percentile'
import { withEngine } from '../../engine/engine-under-test'
import type { Rounds } from '../../engine/rounds'
import { amount, atMost, missing, type Row, ratioOf } from '../../engine/row'
import { runLlamaBench } from '../../llama-bench/run-llama-bench'
import { shippedTool } from '../../llama-bench/shipped-tool'
import { promptOf, randomModel } from '../../random-models'
import { AppUnderTest, type AskedTurn, ttftOf, withApp } from '../app-under-test'

const messageTokens = 128
const outputTokens = 16
const turns = 20

interface Figures {
  early: number
  late: number
  earlyDepth: number
  lateDepth: number
  earlyPrefill: number
  latePrefill: number
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
        note: `Of that, the prefill of the new tokens, which attend to all earlier tokens: ${median(of('latePrefill')).toFixed(0)} against ${median(of('earlyPrefill')).toFixed(0)} ms.`,
      },
      ...(await withoutHeadroom(rounds, path, measured)),
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
    earlyDepth: early.metrics.reusedTokens,
    lateDepth: last.metrics.reusedTokens,
    earlyPrefill: early.metrics.prefillMs,
    latePrefill: last.metrics.prefillMs,
    dropped: ttftOf(await under.again(last)),
  }
}

async function withoutHeadroom(rounds: Rounds, modelPath: string, measured: readonly Figures[]): Promise<Row[]> {
  const what = `llama-bench: pp${messageTokens} at the depth of turn ${turns} against that of turn 2`
  const tool = shippedTool('llama-bench')
  if ('missing' in tool) return [missing(what, tool.missing)]
  const threads = await withEngine(modelPath, 1, 256, async ({ info }) => info.cores)
  const msAt = async (depth: number) => {
    const test = { modelPath, threads, kind: 'pp', tokens: messageTokens, depth, repetitions: rounds.repetitions } as const
    return (messageTokens * 1000) / (await runLlamaBench(tool, test))
  }
  const depth = (name: 'earlyDepth' | 'lateDepth') => median(measured.map((figures) => figures[name]))
  const [early, late] = [depth('earlyDepth'), depth('lateDepth')]
  const played = await rounds.play<{ late: number; early: number }>(what, { late: () => msAt(late), early: () => msAt(early) })
  const [lateMs, earlyMs] = [played.map((round) => round.late), played.map((round) => round.early)]
  const note = `The depths are ${late} and ${early} tokens.`
  return [{ what, ours: amount(lateMs, 'ms'), theirs: amount(earlyMs, 'ms'), ratio: ratioOf(lateMs, earlyMs), aim: null, note }]
}
