import { Readable } from 'node:stream'
import type { AttachedDocument } from '../../../core/contract/chat/documents'
import type { Rounds } from '../../engine/rounds'
import { amount, atMost, type Row, ratioOf } from '../../engine/row'
import { randomModel } from '../../random-models'
import { AppUnderTest, ttftOf, withApp } from '../app-under-test'

const documentBytes = 3900
const questions = ['When is the rent due?', 'Who pays for repairs?', 'How does it end?'] as const

/** Time to the first token, in ms. */
interface Figures {
  first: number
  second: number
  prepared: number
}

export async function documentRows(rounds: Rounds): Promise<Row[]> {
  const { path, size } = await randomModel('small')
  return withApp(AppUnderTest.start(path, { contextTokens: 4608 }, 2), async (under) => {
    const measured: Figures[] = []
    await rounds.play('documents', {
      round: async () => {
        measured.push(await oneRound(under, measured.length))
      },
    })
    const of = (name: keyof Figures) => measured.map((figures) => figures[name])
    const row = (what: string, name: keyof Figures, note: string): Row => ({
      what: `${size}: first token after a document of ${documentBytes} tokens, ${what} against sent at once, never processed before`,
      ours: amount(of(name), 'ms'),
      theirs: amount(of('first'), 'ms'),
      ratio: ratioOf(of(name), of('first')),
      aim: atMost(0.1),
      note,
    })
    return [
      row('in a second conversation', 'second', 'The first conversation has just been answered.'),
      row('processed in the background', 'prepared', 'No conversation has asked about the document.'),
    ]
  })
}

async function oneRound(under: AppUnderTest, round: number): Promise<Figures> {
  const [one, two] = [contentOf(`Lease ${round}. `), contentOf(`Contract ${round}. `)]
  const first = ttftOf(await under.sendAbout(await attach(under, one), questions[0]))
  return { first, second: await prepared(under, one, questions[1]), prepared: await prepared(under, two, questions[2]) }
}

async function prepared(under: AppUnderTest, content: string, question: string): Promise<number> {
  const document = await attach(under, content)
  await under.prepare(document)
  return ttftOf(await under.sendAbout(document, question))
}

/** Each byte is one token. */
const contentOf = (begin: string): string => begin.padEnd(documentBytes, 'every word of it is made of bytes ')

const attach = ({ app }: AppUnderTest, content: string): Promise<AttachedDocument> =>
  app.documents.read('document.txt', Readable.from([Buffer.from(content)]))
