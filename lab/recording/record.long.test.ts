import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { failureOf } from '../../core/contract/errors/coded-error'
import { attentionPattern, recordedLook, recording as recordingSchema } from '../../core/contract/lab/lab'
import type { LabQuestions } from '../../core/lab/lab-process'
import { policies } from '../../core/lab/policies/all'
import { cellsRead } from '../../core/lab/policies/keys/quest'
import { policyNames } from '../../core/lab/recording/limits'
import { weightOfByte } from '../../core/lab/recording/weight-bytes'
import type { PolicyName } from '../../core/lab/selection/policy'
import { onlineAttention } from '../attention/online'
import { ContiguousCache } from '../cache/contiguous-cache'
import { generate } from '../forward/generate'
import { cacheShapeFor } from '../forward/lab-session'
import type { LabModel } from '../model/model'
import { readLabModel } from '../model/read-model'
import { asPrompt } from '../texts/heldout'
import { attentionIn, lookIn, type Recorded, record } from './record'

let model: LabModel
let recorded: Recorded
const question = 'The code of the small sled is 3530. Small waves moved across the lake. Hana bought carrot at the cave. What is the code?'
const request: LabQuestions['record'] = {
  modelPath: '',
  question,
  lanes: [
    { policy: 'full', fault: 'none' },
    { policy: 'snapkv-each-step', fault: 'none' },
  ],
  mode: 'query-aware',
  budgetTokens: 24,
  answerTokens: 12,
}
const made = (change: Partial<typeof request>) => record(model, { ...request, ...change }, () => {})
const lane = (policy: PolicyName, fault: 'none' | 'positions-restart' | 'keeps-old-cells' = 'none') => ({ policy, fault })

beforeAll(async () => {
  model = await readLabModel(fileURLToPath(new URL('../../native-models/pocket/pocket-f16.gguf', import.meta.url)))
  recorded = await made({})
})

describe('a recording', () => {
  it('matches the contract, and its lane with the full cache gives the same answer as the model', () => {
    expect(recordingSchema.parse(recorded.recording)).toEqual(recorded.recording)
    const prompt = model.tokenizer.encode(asPrompt(question))
    const cache = new ContiguousCache(cacheShapeFor(model, 128))
    const answer = generate({ model, cache, sequence: 0, attend: onlineAttention() }, prompt, 12)
    const [full] = recorded.recording.lanes
    expect(full.answer).toBe(model.tokenizer.decode(answer))
    expect(full.promptTokens).toBe(prompt.length)
    expect(full.tokens.map(({ text }) => text).join('')).toContain('The code of the small sled is 3530.')
  })
  it('gives, for every step, the numbers of kept and evicted cells, which add up to the number of cells written', () => {
    for (const { steps } of recorded.recording.lanes) {
      let cells = 0
      for (const { tokens, evictedCells, heldCells } of steps) {
        // 6 layers of 2 KV heads.
        cells += 12 * tokens - evictedCells
        expect(heldCells).toBe(cells)
      }
    }
    expect(recorded.recording.lanes[0].steps.at(-1)?.evictedCells).toBe(0)
    expect(recorded.recording.lanes[1].steps.at(-1)?.heldCells).toBe(12 * 24)
  })
  it('has the probability of each token except the first', () => {
    const [first, ...others] = recorded.recording.lanes[0].tokens
    expect(first?.probability).toBeNull()
    for (const { probability } of others) expect(probability).toBeGreaterThan(0)
    expect(Math.max(...others.slice(-8).map(({ probability }) => probability ?? 0))).toBeGreaterThan(0.9)
  })
})

describe('the attention pattern of a head', () => {
  const head = (which: 0 | 1) => ({ recordingId: recorded.recording.id, lane: which, layer: 1, queryHead: 3 })
  const rowsOf = (which: 0 | 1) => {
    const pattern = attentionPattern.parse(attentionIn(recorded, head(which)))
    const bytes = Buffer.from(pattern.weights, 'base64')
    expect(bytes.length).toBe(pattern.rows * pattern.columns)
    return Array.from({ length: pattern.rows }, (_, row) => bytes.subarray(row * pattern.columns, (row + 1) * pattern.columns))
  }
  it('has a row for each token, which adds up to 1 and never includes later tokens', () => {
    rowsOf(0).forEach((row, token) => {
      expect(row.reduce((sum, byte) => sum + weightOfByte(byte), 0)).toBeCloseTo(1, 1)
      expect([...row.subarray(token + 1)].every((byte) => byte === 0)).toBe(true)
    })
  })
  it('gives no weight to evicted cells', () => {
    const lastStep = recorded.recording.lanes[1].steps.length - 1
    const before = new Set(lookIn(recorded, { ...head(1), step: lastStep - 1 }).held)
    const rows = rowsOf(1)
    const last = rows.at(-1) as Uint8Array
    const read = [...last.keys()].filter((token) => (last[token] as number) > 0)
    expect(read.filter((token) => !before.has(token) && token !== rows.length - 1)).toEqual([])
  })
})

describe('the details of a recording’s step', () => {
  const at = (step: number, which: 0 | 1 = 1) =>
    recordedLook.parse(lookIn(recorded, { recordingId: recorded.recording.id, lane: which, layer: 2, queryHead: 0, step }))
  it('list the cells that remain, the cells evicted in this step, and the cells with the most attention', () => {
    const step = recorded.recording.lanes[1].steps.length - 1
    const [before, now] = [at(step - 1), at(step)]
    expect(now.held).toHaveLength(24)
    const newest = Math.max(...now.held)
    expect([...before.held, newest].filter((token) => !now.held.includes(token))).toEqual(now.evicted)
    expect(now.top[0]?.weight).toBeGreaterThan(now.top[1]?.weight ?? 0)
  })
  it('include a preview of the evictions, which contains the cells that SnapKV then evicts', () => {
    const step = recorded.recording.lanes[1].steps.length - 2
    const named = at(step).next.find(({ policy }) => policy === 'snapkv-each-step')?.tokens
    // The window of 16 cells stays.
    expect(named).toHaveLength(7)
    expect(named).toEqual(expect.arrayContaining(at(step + 1).evicted))
  })
  it('include the preview for every policy, at three steps of both lanes', () => {
    for (const which of [0, 1] as const)
      for (const step of [0, 2, 5]) {
        const { next, held } = at(step, which)
        expect(next.map(({ policy }) => policy)).toEqual(policyNames)
        for (const { tokens } of next) expect(tokens.every((token) => held.includes(token))).toBe(true)
      }
  })
})

it('a recording of heads that share a budget gives some of them more cells, and has a preview of their own policy', async () => {
  const shared = await made({ lanes: [lane('ada:keydiff'), lane('keydiff')], answerTokens: 2 })
  const { lanes, id, model: shape } = recordingSchema.parse(shared.recording)
  const look = (which: 0 | 1, layer: number, queryHead: number) =>
    lookIn(shared, { recordingId: id, lane: which, layer, queryHead, step: lanes[which].steps.length - 1 })
  const heldIn = (which: 0 | 1) =>
    Array.from({ length: shape.layers }, (_, layer) => [0, shape.queryHeads - 1].map((head) => look(which, layer, head).held.length))
  expect(heldIn(1)).toEqual(Array(6).fill([24, 24]))
  expect(heldIn(0).some(([first = 0, second = 0]) => first > 24 && first + second <= 48)).toBe(true)
  expect(look(0, 0, 0).next.map(({ policy }) => policy)).toEqual([...policyNames, 'ada:keydiff'])
})

it.each(policies.map(({ name, leastTokens }) => [name, Math.max(24, leastTokens)] as const))(
  'a recording with %s is the same in two equal lanes, and the attention weights of a token add up to 1',
  async (name, budgetTokens) => {
    const one = await made({ lanes: [lane(name), lane(name)], answerTokens: 2, budgetTokens })
    const { lanes } = recordingSchema.parse(one.recording)
    expect(lanes[0]).toEqual(lanes[1])
    recordedLook.parse(lookIn(one, { recordingId: one.recording.id, lane: 0, layer: 5, queryHead: 3, step: 3 }))
    const { rows, weights } = attentionIn(one, { recordingId: one.recording.id, lane: 0, layer: 5, queryHead: 3 })
    const last = Buffer.from(weights, 'base64').subarray((rows - 1) * rows)
    // A budget of 24 cells has room for one page of 16.
    if (name === 'quest') expect(last.filter((byte) => byte > 0).length).toBeLessThanOrEqual(cellsRead(rows, 24))
    expect(last.reduce((sum, byte) => sum + weightOfByte(byte), 0)).toBeCloseTo(1, 1)
  },
)

describe('the compression of the cache', () => {
  const split = question.replace(' What is', '\nWhat is')
  const policyLane = lane('snapkv')
  const partsOf = ({ recording: { lanes } }: Recorded) =>
    lanes[0].steps.map(({ part, evictedCells, tokens }) => ({ part, evicted: evictedCells > 0, tokens }))
  it('happens after the question in query-aware mode, and before it in query-agnostic mode', async () => {
    const [aware, agnostic] = await Promise.all(
      (['query-aware', 'query-agnostic'] as const).map((mode) => made({ question: split, mode, lanes: [policyLane, policyLane] })),
    )
    const evicting = (one: Recorded) => partsOf(one).flatMap(({ part, evicted }, step) => (evicted ? [[part, step]] : []))
    const steps = partsOf(agnostic as Recorded)
    const [lastOfContext, lastOfQuestion] = ['prompt', 'question'].map((part) => steps.findLastIndex((step) => step.part === part))
    expect(evicting(agnostic as Recorded)).toEqual([['prompt', lastOfContext]])
    expect(evicting(aware as Recorded)).toEqual([['question', lastOfQuestion]])
    expect((agnostic as Recorded).recording.mode).toBe('query-agnostic')
    expect((agnostic as Recorded).recording.lanes[0].promptTokens).toBe((aware as Recorded).recording.lanes[0].promptTokens)
    expect((aware as Recorded).recording.lanes[0].promptTokens).toBe(model.tokenizer.encode(asPrompt(split)).length)
  })
})

describe('the faults in a recording', () => {
  it('are positions that restart, which changes the answer, and a cache that is not reset, which keeps old tokens', async () => {
    const { recording } = await made({ lanes: [lane('full', 'positions-restart'), lane('full', 'keeps-old-cells')], budgetTokens: 64 })
    const healthy = recorded.recording.lanes[0].answer
    const [restarted, unclean] = recording.lanes
    expect(restarted.answer).not.toBe(healthy)
    expect(unclean.oldTokens).toBeGreaterThan(20)
    expect(unclean.steps[0]?.part).toBe('old')
    expect(unclean.tokens[unclean.oldTokens - 1]?.probability).not.toBe(unclean.tokens[unclean.oldTokens]?.probability)
  })
})

describe('a request for a recording, or for the attention in it,', () => {
  const failing = async (work: Promise<unknown>) => failureOf(await work.catch((error: unknown) => error))
  it('is refused before anything is computed if its budget is too small or its text too long', async () => {
    expect(await failing(made({ lanes: [lane('snapkv'), lane('full')], budgetTokens: 8 }))).toEqual({
      code: 'lab-budget-too-small',
      facts: { policy: 'snapkv', budgetTokens: 8, leastTokens: 17 },
    })
    expect(await failing(made({ question: 'a fact. '.repeat(400) }))).toMatchObject({
      code: 'lab-text-too-long',
      facts: { contextTokens: 352 },
    })
  })
  it('is refused if it names another recording or a missing head', async () => {
    const head = { recordingId: recorded.recording.id, lane: 0, layer: 0, queryHead: 0 } as const
    for (const asked of [
      { ...head, recordingId: 'other' },
      { ...head, layer: 6 },
      { ...head, queryHead: 4 },
    ])
      expect(() => attentionIn(recorded, asked)).toThrow(expect.objectContaining({ failure: { code: 'lab-recording-gone', facts: {} } }))
  })
})
