import { copyFileSync, fsyncSync, openSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Rounds } from '../../engine/rounds'
import { amount, atMost, type Row, ratioOf } from '../../engine/row'
import { promptOf, randomModel } from '../../random-models'
import { AppUnderTest, type AskedTurn, ttftOf, withApp } from '../app-under-test'

const promptTokens = 4096
const megabyte = 1_000_000

interface Figures {
  /** `cold` and `restored` are in ms, and the others in MB/s. */
  cold: number
  restored: number
  save: number
  restore: number
  copy: number
}

export async function restoreRows(rounds: Rounds): Promise<Row[]> {
  const { path, size } = await randomModel('small')
  return withApp(AppUnderTest.start(path, { contextTokens: 4608 }, 2), async (under) => {
    // A copy in memory would be used instead of the file.
    under.app.preferences.write({ copyGibibytes: 0 })
    const asked = await under.send(promptOf(promptTokens))
    const measured: Figures[] = []
    await rounds.play('restore', {
      round: async () => {
        measured.push(await oneRound(under, asked))
      },
    })
    const of = (name: keyof Figures) => measured.map((figures) => figures[name])
    return [
      {
        what: `${size}: first token after ${promptTokens} tokens, restored from disk against processed`,
        ours: amount(of('restored'), 'ms'),
        theirs: amount(of('cold'), 'ms'),
        ratio: ratioOf(of('restored'), of('cold')),
        aim: atMost(0.1),
        note: null,
      },
      against('saving a cache: written by llama.cpp, sealed, flushed to disk', of('save'), of('copy')),
      against('restoring it: checked, then read by llama.cpp', of('restore'), of('copy')),
    ]
  })
}

const against = (what: string, ours: readonly number[], copy: readonly number[]): Row => ({
  what,
  ours: amount(ours, 'MB/s'),
  theirs: amount(copy, 'MB/s'),
  ratio: ratioOf(ours, copy),
  aim: null,
  note: 'Compared with copying the same file and flushing the copy to disk. Restoring reads a file that was just written, so it comes from the page cache.',
})

async function oneRound(under: AppUnderTest, asked: AskedTurn): Promise<Figures> {
  const { app } = under
  const displace = () => under.send(promptOf(64))
  app.preferences.write({ sessionGibibytes: 0 })
  app.sessions.removeAll()
  await displace()
  const cold = await under.again(asked)
  app.preferences.write({ sessionGibibytes: 4 })
  const saved = await app.sessions.save(asked.conversationId)
  const copyMs = timedCopy(join(under.folder, 'sessions'))
  await displace()
  const warm = await under.again(asked)
  const { restored } = warm.metrics
  if (!restored) throw new Error('Expected a cache from the disk')
  return {
    cold: ttftOf(cold),
    restored: ttftOf(warm),
    save: saved.bytes / megabyte / (saved.ms / 1000),
    restore: restored.bytes / megabyte / (restored.ms / 1000),
    copy: saved.bytes / megabyte / (copyMs / 1000),
  }
}

function timedCopy(folder: string): number {
  const [name] = readdirSync(folder).filter((file) => file.endsWith('.session'))
  if (!name) throw new Error('Expected a saved cache')
  const copy = join(folder, 'copy')
  const before = performance.now()
  copyFileSync(join(folder, name), copy)
  const file = openSync(copy, 'r+')
  fsyncSync(file)
  const ms = performance.now() - before
  rmSync(copy)
  return ms
}
