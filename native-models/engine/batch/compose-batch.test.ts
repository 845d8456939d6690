import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../core/stats/seeded-random'
import { type BatchLimits, composeBatch, type Waiting } from './compose-batch'

interface Named extends Waiting {
  readonly name: string
}
const answer = (name: string, tokens = 1): Named => ({ name, kind: 'answer', tokens: { length: tokens } })
const prompt = (name: string, tokens: number): Named => ({ name, kind: 'prompt', tokens: { length: tokens } })
const shared: BatchLimits = { batchTokens: 512, sliceTokens: 64, wholeTokens: 0, sharesBatches: true }
const composed = (waiting: readonly Named[], limits: BatchLimits) =>
  composeBatch(waiting, limits).map(({ work, tokens }) => [work.name, tokens])

describe('a batch', () => {
  it('has the next token of each answer, and a slice of the prompts', () => {
    expect(composed([answer('a'), prompt('b', 4096), answer('c'), prompt('d', 20)], shared)).toEqual([
      ['a', 1],
      ['c', 1],
      ['b', 64],
    ])
    expect(composed([prompt('d', 20), answer('a'), prompt('b', 4096)], shared)).toEqual([
      ['a', 1],
      ['d', 20],
      ['b', 44],
    ])
  })
  it('is full of prompts if nobody is answered', () => {
    expect(composed([prompt('a', 400), prompt('b', 4096)], shared)).toEqual([
      ['a', 400],
      ['b', 112],
    ])
  })
  it('leaves prompts out while the slice is empty', () => {
    expect(composed([prompt('b', 4096), answer('a')], { ...shared, sliceTokens: 0 })).toEqual([['a', 1]])
    expect(composed([prompt('b', 20), answer('a')], { ...shared, sliceTokens: 0, wholeTokens: 100 })).toEqual([['a', 1]])
  })
  it('has short prompts whole, as long as there is room, and a slice of the others', () => {
    const limits = { ...shared, wholeTokens: 400 }
    expect(composed([answer('a'), prompt('b', 4096), prompt('c', 400), prompt('d', 300)], limits)).toEqual([
      ['a', 1],
      ['b', 64],
      ['c', 400],
    ])
    expect(composed([answer('a'), prompt('c', 200), prompt('d', 300)], limits)).toEqual([
      ['a', 1],
      ['c', 200],
      ['d', 64],
    ])
    expect(composed([answer('a'), { ...prompt('b', 300), promptTokens: 4096 }], limits)).toEqual([
      ['a', 1],
      ['b', 64],
    ])
    expect(composed([prompt('c', 400), answer('a')], { ...limits, sharesBatches: false })).toEqual([['c', 400]])
  })
  it('has one sequence if the sequences take turns', () => {
    const limits = { ...shared, sharesBatches: false }
    expect(composed([answer('a'), prompt('b', 4096)], limits)).toEqual([['a', 1]])
    expect(composed([prompt('b', 4096), answer('a')], limits)).toEqual([['b', 64]])
    expect(composed([prompt('b', 4096), answer('a')], { ...limits, sliceTokens: 0 })).toEqual([['a', 1]])
    expect(composed([prompt('b', 4096)], limits)).toEqual([['b', 512]])
  })
})

interface Client {
  readonly kind: 'answer' | 'prompt'
  readonly isLong?: boolean
  /** Drafts differ from step to step. */
  readonly next: () => number
}
interface Served {
  tokens: number
  readonly waited: number[]
  waits: number
}

const longTokens = 100_000
const wholeTokens = 50

/** Each client hands in its next work after each batch that had the last. */
function simulate(seed: number) {
  const random = seededRandom(seed)
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1))
  const clients: Client[] = Array.from({ length: between(1, 8) }, () => {
    if (random() < 0.3) return { kind: 'prompt', isLong: true, next: () => longTokens }
    if (random() < 0.3) return { kind: 'prompt', next: () => between(1, wholeTokens) }
    const draft = random() < 0.5 ? 0 : between(1, 63)
    return { kind: 'answer', next: () => 1 + between(0, draft) }
  })
  const batchTokens = between(65, 600)
  const limits = { batchTokens, sliceTokens: between(2, batchTokens), wholeTokens, sharesBatches: random() < 0.7 }
  const served: Served[] = clients.map(() => ({ tokens: 0, waited: [], waits: 0 }))
  const work = (client: Client, index: number) => ({ index, kind: client.kind, tokens: { length: client.next() } })
  let waiting = clients.map(work)
  const batches = Array.from({ length: 400 }, () => {
    const batch = composeBatch(waiting, limits)
    const taken = new Set(batch.map(({ work: { index } }) => index))
    for (const { work, tokens } of batch) (served[work.index] as Served).tokens += tokens
    for (const [index, one] of served.entries()) {
      if (taken.has(index)) one.waited.push(one.waits)
      one.waits = taken.has(index) ? 0 : one.waits + 1
    }
    waiting = [
      ...waiting.filter(({ index }) => !taken.has(index)),
      ...batch.map(({ work: { index } }) => work(clients[index] as Client, index)),
    ]
    return batch
  })
  const longestWait = served.map(({ waited, waits }) => Math.max(waits, ...waited))
  return { clients, limits, served, batches, longestWait }
}

describe('in every mix of clients', () => {
  const runs = Array.from({ length: 300 }, (_, seed) => simulate(seed))
  type Run = (typeof runs)[number]
  const failing = (holds: (run: Run) => boolean) => runs.flatMap((run, seed) => (holds(run) ? [] : [seed]))
  const tokensIn = (batch: Run['batches'][number], kind?: Waiting['kind']) =>
    batch.reduce((sum, { work, tokens }) => (kind && work.kind !== kind ? sum : sum + tokens), 0)

  it('a batch is never empty and never larger than the limit', () => {
    const fits = ({ batches, limits }: Run) => batches.every((batch) => tokensIn(batch) > 0 && tokensIn(batch) <= limits.batchTokens)
    expect(failing(fits)).toEqual([])
  })
  it('an answer is evaluated as a whole', () => {
    const isWhole = ({ batches }: Run) =>
      batches.flat().every(({ work, tokens }) => work.kind === 'prompt' || tokens === work.tokens.length)
    expect(failing(isWhole)).toEqual([])
  })
  it('a batch with answers has at most one slice of long prompts', () => {
    const long = (batch: Run['batches'][number]) => batch.filter(({ work }) => work.tokens.length === longTokens)
    const areShort = ({ batches, limits }: Run) =>
      batches.every((batch) => tokensIn(batch, 'answer') === 0 || tokensIn(long(batch)) <= limits.sliceTokens)
    expect(failing(areShort)).toEqual([])
  })
  it('a batch with answers has short prompts of at most the allowed length together, and a slice', () => {
    const areBounded = ({ batches, limits }: Run) =>
      batches.every((batch) => tokensIn(batch, 'answer') === 0 || tokensIn(batch, 'prompt') <= wholeTokens + limits.sliceTokens)
    expect(failing(areBounded)).toEqual([])
  })
  it('sequences that take turns are alone in their batches', () => {
    expect(failing(({ batches, limits }) => limits.sharesBatches || batches.every((batch) => batch.length === 1))).toEqual([])
  })
  it('answers without drafts are in every batch', () => {
    const hasDrafts = ({ batches }: Run) => batches.flat().some(({ work, tokens }) => work.kind === 'answer' && tokens > 1)
    const areInAll = ({ batches, clients }: Run) => {
      const answers = clients.filter(({ kind }) => kind === 'answer').length
      return batches.every((batch) => tokensIn(batch, 'answer') === answers)
    }
    expect(failing((run) => !run.limits.sharesBatches || hasDrafts(run) || areInAll(run))).toEqual([])
  })
  it('nobody waits for longer than one round of the others', () => {
    expect(failing(({ longestWait, clients }) => Math.max(...longestWait) < 2 * clients.length)).toEqual([])
  })
  it('long prompts get about equal shares if no short prompt takes their room', () => {
    const areEqual = ({ served, clients, limits }: Run) => {
      const tokens = served.filter((_, index) => clients[index]?.isLong).map((one) => one.tokens)
      return tokens.length === 0 || Math.max(...tokens) <= 1.1 * Math.min(...tokens) + limits.batchTokens
    }
    const hasShort = ({ clients }: Run) => clients.some(({ kind, isLong }) => kind === 'prompt' && !isLong)
    expect(failing((run) => hasShort(run) || areEqual(run))).toEqual([])
  })
})
