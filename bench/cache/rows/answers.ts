import type { Rounds } from '../../engine/rounds'
import { amount, atMost, type Row, ratioOf } from '../../engine/row'
import { promptOf, randomModel } from '../../random-models'
import { AppUnderTest, withApp } from '../app-under-test'

const promptTokens = 1024
const outputTokens = 64
const answers = 4
const mebibyte = 2 ** 20

interface Figures {
  together: number
  apart: number
}

export async function answersRows(rounds: Rounds): Promise<Row[]> {
  const { path, size } = await randomModel('small')
  const kv = { contextTokens: promptTokens + outputTokens, sequences: answers }
  return withApp(AppUnderTest.start(path, kv, outputTokens), async (under) => {
    under.app.preferences.write({ sessionGibibytes: 0 })
    under.sample({ temperature: 1 })
    let prompts = 0
    // The engine would reuse the cells of a repeated prompt.
    const newPrompt = () => `${String(++prompts).padStart(4, '0')}${promptOf(promptTokens - 4)}`
    await under.send(newPrompt())
    const measured = await rounds.play<Figures>('answers', {
      together: () => timed(() => under.sendMany(newPrompt(), answers)),
      apart: () =>
        timed(async () => {
          for (let run = 0; run < answers; run++) await under.send(newPrompt())
        }),
    })
    const of = (name: keyof Figures) => measured.map((figures) => figures[name])
    const { allocatedBytes } = under.context
    const [four, one] = [[allocatedBytes / mebibyte], [allocatedBytes / answers / mebibyte]] as const
    return [
      {
        what: `${size}: ${answers} answers of ${outputTokens} tokens to a prompt of ${promptTokens}, with one prefill against separate runs`,
        ours: amount(of('together'), 'ms'),
        theirs: amount(of('apart'), 'ms'),
        ratio: ratioOf(of('together'), of('apart')),
        aim: atMost(0.6),
        note: null,
      },
      {
        what: 'cells allocated for them, against one sequence for all runs',
        ours: amount(four, 'MiB'),
        theirs: amount(one, 'MiB'),
        ratio: ratioOf(four, one),
        aim: null,
        note: 'Each sequence has its own cells (kv_unified is off), so the prompt takes cells once per answer.',
      },
    ]
  })
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now()
  await work()
  return performance.now() - before
}
