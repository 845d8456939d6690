import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../core/stats/seeded-random'
import { type Batch, BatchComposer, type BatchLimits, type Part, sharedPromptTokens, tokensIn, type Waiting } from './compose-batch'

interface Named extends Waiting {
  readonly name: string
}
const answer = (name: string, tokens = 1): Named => ({ name, kind: 'answer', tokens: { length: tokens } })
const prompt = (name: string, tokens: number): Named => ({ name, kind: 'prompt', tokens: { length: tokens } })
const shared: BatchLimits = { batchTokens: 512, pauseTokens: 0, sharesBatches: true }
const names = ({ parts }: Batch<Named>) => parts.map(({ work, tokens }) => [work.name, tokens])
const composed = (waiting: readonly Named[], limits: BatchLimits, slice = 64) =>
  names(new BatchComposer<Named>().compose(waiting, limits, () => slice))

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
  it('has no slices if nobody is answered, but as much of the oldest prompt as fits', () => {
    expect(composed([prompt('b', 4096), prompt('a', 400)], shared)).toEqual([['b', 512]])
    expect(composed([prompt('a', 400), prompt('b', 4096), prompt('c', 100)], shared)).toEqual([['a', 400]])
  })
  it('leaves prompts out while the slice is empty', () => {
    expect(composed([prompt('b', 4096), answer('a')], shared, 0)).toEqual([['a', 1]])
  })
  it('is one short prompt without answers, and the next one follows when all answers have had a token', () => {
    const composer = new BatchComposer<Named>()
    const next = (...waiting: readonly Named[]) => names(composer.compose(waiting, { ...shared, pauseTokens: 2000 }, () => 64))
    const a = answer('a')
    expect(next(a, prompt('b', 300), prompt('c', 200))).toEqual([['b', 300]])
    expect(next(a, prompt('c', 200), answer('b'))).toEqual([
      ['a', 1],
      ['b', 1],
    ])
    expect(next(prompt('c', 200), answer('a'), answer('b'))).toEqual([['c', 200]])
    expect(next(answer('a'), answer('b'), answer('c'))).toEqual([
      ['a', 1],
      ['b', 1],
      ['c', 1],
    ])
  })
  it('has a part of a short prompt that takes longer than a pause, and its rest before the next prompt', () => {
    const composer = new BatchComposer<Named>()
    const next = (...waiting: readonly Named[]) => names(composer.compose(waiting, { ...shared, pauseTokens: 200 }, () => 64))
    const rest = { ...prompt('b', 100), promptTokens: 300, isRest: true }
    const a = answer('a')
    expect(next(a, prompt('b', 300), prompt('c', 200))).toEqual([['b', 200]])
    expect(next(a, prompt('c', 200), rest)).toEqual([['a', 1]])
    expect(next(prompt('c', 200), rest, answer('a'))).toEqual([['b', 100]])
  })
  it('has several prompts if they are short together', () => {
    const limits = { ...shared, pauseTokens: 2000 }
    expect(composed([prompt('b', 100), prompt('c', 100), prompt('d', 28)], shared)).toEqual([
      ['b', 100],
      ['d', 28],
    ])
    const waiting = [answer('a'), prompt('b', 60), prompt('c', 68), prompt('d', 1)]
    expect(composed(waiting, limits)).toEqual([
      ['b', 60],
      ['c', sharedPromptTokens - 60],
    ])
    expect(composed(waiting, { ...limits, pauseTokens: 100 })).toEqual([
      ['b', 60],
      ['d', 1],
    ])
  })
  it('has slices of long prompts between two short ones', () => {
    const composer = new BatchComposer<Named>()
    const prompts = [prompt('b', 4096), prompt('c', 300), prompt('d', 300)]
    const next = (work: Named) => names(composer.compose([work, ...prompts], { ...shared, pauseTokens: 2000 }, () => 64))
    const a = answer('a')
    expect([next(a), next(a), next(answer('a'))]).toEqual([
      [['c', 300]],
      [
        ['a', 1],
        ['b', 64],
      ],
      [['c', 300]],
    ])
  })
  it('has long prompts only in slices next to answers, even if little of them is left', () => {
    const limits = { ...shared, pauseTokens: 2000 }
    expect(composed([answer('a'), { ...prompt('b', 300), promptTokens: 4096 }], limits)).toEqual([
      ['a', 1],
      ['b', 64],
    ])
    expect(composed([answer('a'), prompt('b', 513)], limits)).toEqual([
      ['a', 1],
      ['b', 64],
    ])
  })
  it('has one sequence if the sequences take turns', () => {
    const limits = { ...shared, sharesBatches: false }
    expect(composed([answer('a'), prompt('b', 4096)], limits)).toEqual([['a', 1]])
    expect(composed([prompt('b', 4096), answer('a')], limits)).toEqual([['b', 64]])
    expect(composed([prompt('b', 4096), answer('a')], limits, 0)).toEqual([['a', 1]])
    expect(composed([prompt('b', 4096)], limits)).toEqual([['b', 512]])
    expect(composed([answer('a'), prompt('b', 300), prompt('c', 100)], { ...limits, pauseTokens: 300 })).toEqual([['b', 300]])
  })
})

type Client = 'answer' | 'drafted answer' | 'long prompt' | 'short prompts'
interface Simulated extends Waiting {
  readonly client: number
  readonly answersLeft: number
}
interface Served {
  tokens: number
  readonly waited: number[]
  waits: number
}

const longTokens = 100_000
/** More than `sharedPromptTokens`, so some short prompts cannot share a batch. */
const pauseTokens = 200

/** A client hands in its next work as soon as a batch has evaluated the previous one. Clients with short prompts get a short answer to each. */
function simulate(seed: number, mostShortTokens = pauseTokens) {
  const random = seededRandom(seed)
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1))
  const clients: Client[] = Array.from({ length: between(1, 8) }, () => {
    if (random() < 0.3) return 'long prompt'
    if (random() < 0.3) return 'short prompts'
    return random() < 0.5 ? 'answer' : 'drafted answer'
  })
  const work = (client: number, answersLeft = 0): Simulated => {
    const of = (kind: Waiting['kind'], length: number) => ({ client, kind, tokens: { length }, answersLeft })
    switch (clients[client]) {
      case 'long prompt':
        return of('prompt', longTokens)
      case 'short prompts':
        return answersLeft > 0 ? of('answer', 1) : { ...of('prompt', between(1, mostShortTokens)), answersLeft: between(1, 20) }
      case 'drafted answer':
        return of('answer', between(1, 64))
      default:
        return of('answer', 1)
    }
  }
  const after = ({ client, kind, tokens: { length }, answersLeft, promptTokens = length }: Simulated, tokens: number): Simulated => {
    if (clients[client] === 'long prompt') return work(client)
    if (tokens < length) return { client, kind, tokens: { length: length - tokens }, answersLeft, promptTokens, isRest: true }
    return work(client, kind === 'prompt' ? answersLeft : answersLeft - 1)
  }
  const batchTokens = between(65, 600)
  const slice = between(2, batchTokens)
  const limits = { batchTokens, pauseTokens, sharesBatches: random() < 0.7 }
  const composer = new BatchComposer<Simulated>()
  const served: Served[] = clients.map(() => ({ tokens: 0, waited: [], waits: 0 }))
  let waiting = clients.map((_, client) => work(client))
  const batches = Array.from({ length: 800 }, () => {
    const answers = waiting.filter(({ kind }) => kind === 'answer')
    const { parts, isPause } = composer.compose(waiting, limits, () => slice)
    const taken = new Set(parts.map(({ work: { client } }) => client))
    for (const { work, tokens } of parts) (served[work.client] as Served).tokens += tokens
    for (const [index, one] of served.entries()) {
      if (taken.has(index)) one.waited.push(one.waits)
      one.waits = taken.has(index) ? 0 : one.waits + 1
    }
    waiting = [...waiting.filter(({ client }) => !taken.has(client)), ...parts.map(({ work, tokens }) => after(work, tokens))]
    return { parts, answers, isPause }
  })
  const longestWait = served.map(({ waited, waits }) => Math.max(waits, ...waited))
  return { clients, limits, slice, served, batches, longestWait }
}

describe('in every mix of clients', () => {
  const runs = Array.from({ length: 300 }, (_, seed) => simulate(seed))
  type Run = (typeof runs)[number]
  type SimulatedBatch = Run['batches'][number]
  const failing = (holds: (run: Run) => boolean) => runs.flatMap((run, seed) => (holds(run) ? [] : [seed]))
  const of = ({ parts }: SimulatedBatch, kind: Waiting['kind']) => parts.filter(({ work }) => work.kind === kind)

  it('a batch is never empty and never larger than the limit', () => {
    const fits = ({ batches, limits }: Run) => batches.every(({ parts }) => tokensIn(parts) > 0 && tokensIn(parts) <= limits.batchTokens)
    expect(failing(fits)).toEqual([])
  })
  it('an answer is evaluated as a whole', () => {
    const isWhole = ({ batches }: Run) =>
      batches.every((batch) => of(batch, 'answer').every(({ work, tokens }) => tokens === work.tokens.length))
    expect(failing(isWhole)).toEqual([])
  })
  it('a batch with answers has at most one slice of prompts', () => {
    const areSliced = ({ batches, slice }: Run) =>
      batches.every((batch) => of(batch, 'answer').length === 0 || tokensIn(of(batch, 'prompt')) <= slice)
    expect(failing(areSliced)).toEqual([])
  })
  it('an answer waits for at most one short prompt, or for a few with at most 128 tokens together', () => {
    const areBounded = ({ batches, limits }: Run) => {
      const pauses = new Map<Simulated, number>()
      return batches.every(({ parts, answers, isPause }) => {
        if (!isPause) return true
        for (const work of answers) pauses.set(work, (pauses.get(work) ?? 0) + 1)
        const most = parts.length === 1 ? limits.pauseTokens : sharedPromptTokens
        const areShort = tokensIn(parts) <= most && parts.every(({ work }) => work.tokens.length <= limits.pauseTokens)
        return areShort && Math.max(...pauses.values()) === 1
      })
    }
    expect(failing(areBounded)).toEqual([])
    for (const shares of [true, false])
      expect(runs.some(({ batches, limits }) => limits.sharesBatches === shares && batches.some(({ isPause }) => isPause))).toBe(true)
  })
  it('sequences that take turns are alone in their batches', () => {
    expect(failing(({ batches, limits }) => limits.sharesBatches || batches.every(({ parts }) => parts.length === 1))).toEqual([])
  })
  it('all answers without drafts are in every batch that is not a pause', () => {
    const areInAll = ({ batches }: Run) => batches.every((batch) => batch.isPause || of(batch, 'answer').length === batch.answers.length)
    expect(failing((run) => !run.limits.sharesBatches || run.clients.includes('drafted answer') || areInAll(run))).toEqual([])
  })
  it('every client waits for fewer than two batches per client', () => {
    expect(failing(({ longestWait, clients }) => Math.max(...longestWait) < 2 * clients.length)).toEqual([])
  })
  it('long prompts get about equal shares if no short prompt takes their room', () => {
    const areEqual = ({ served, clients, limits }: Run) => {
      const tokens = served.filter((_, index) => clients[index] === 'long prompt').map((one) => one.tokens)
      return tokens.length === 0 || Math.max(...tokens) <= 1.1 * Math.min(...tokens) + limits.batchTokens
    }
    expect(failing((run) => run.clients.includes('short prompts') || areEqual(run))).toEqual([])
  })
})

describe('in every mix of clients whose short prompts take up to three pauses', () => {
  const runs = Array.from({ length: 300 }, (_, seed) => simulate(seed, 3 * pauseTokens).batches)
  const clientsOf = (batch: Batch<Simulated>, holds: (part: Part<Simulated>) => boolean = () => true) =>
    batch.parts.filter(holds).map(({ work }) => work.client)
  const cutIn = (batch: Batch<Simulated>) => clientsOf(batch, ({ work, tokens }) => tokens < work.tokens.length)

  it('an answer waits for one pause', () => {
    const areBounded = (batches: (typeof runs)[number]) => {
      const pauses = new Map<Simulated, number>()
      return batches.every(({ parts, answers, isPause }) => {
        if (!isPause) return true
        for (const work of answers) pauses.set(work, (pauses.get(work) ?? 0) + 1)
        return tokensIn(parts) <= pauseTokens && Math.max(...pauses.values()) === 1
      })
    }
    expect(runs.flatMap((batches, seed) => (areBounded(batches) ? [] : [seed]))).toEqual([])
    expect(runs.some((batches) => batches.some((batch) => batch.isPause && cutIn(batch).length > 0))).toBe(true)
  })
  it('the rest of a short prompt comes before the next one', () => {
    const overtaken = runs.flatMap((batches, seed) => {
      let open: number | undefined
      for (const batch of batches) {
        if (batch.isPause && open !== undefined && !clientsOf(batch).includes(open)) return [seed]
        if (batch.isPause) [open] = cutIn(batch)
        else if (open !== undefined && clientsOf(batch).includes(open)) open = undefined
      }
      return []
    })
    expect(overtaken).toEqual([])
  })
})
