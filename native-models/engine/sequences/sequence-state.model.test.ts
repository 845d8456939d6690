import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LlamaContextSequence, Token } from 'node-llama-cpp'
import { afterAll, describe, expect, it } from 'vitest'
import { failureOf } from '../../../core/contract/errors/coded-error'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import { SerialQueue } from '../../../core/streams/serial-queue'
import { type ContextInMemory, createContext } from '../context/create-context'
import { LlamaLog } from '../llama/llama-log'
import { loadLlama } from '../llama/load-llama'
import { loadModel } from '../llama/load-model'
import { checkpointsOf, cutTo } from './checkpoints'
import type { SequenceContents } from './sequence-contents'
import { SequenceRecord } from './sequence-record'
import { restoreState, type SequenceHolder, saveState, sequenceStates } from './sequence-state'
import { Slots } from './slots'

const contextTokens = 1024
const settings = { ...defaultKvSettings, threads: 1, contextTokens, batchTokens: 128, gpuBackend: 'cpu', gpuLayers: 0 } as const
const folder = mkdtempSync(join(tmpdir(), 'headroom-state-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const memories = [
  'llama-gqa',
  'gemma3',
  'mamba2',
  'falcon-h1',
  'lfm2-swa',
  'deepseek2-mla',
  'deepseek32-dsa',
  'dots3note-dsa-iswa',
  'deepseek4',
  'minimax-m3-msa',
]
const log = new LlamaLog()
const llama = loadLlama('cpu', log)
const load = async (name: string) =>
  loadModel(await llama, log, fileURLToPath(new URL(`../../fixtures/${name}.gguf`, import.meta.url)), 0, undefined, () => {})

function holderOf({ sequences, report }: ContextInMemory): SequenceHolder {
  return {
    slots: new Slots(sequences),
    contextQueue: new SerialQueue(),
    report,
    records: sequences.map(() => new SequenceRecord()),
    displace: async () => {},
  }
}
const contentsOf = (conversationId: string): SequenceContents => ({ conversationId, reusedTokens: 0, spansUpTo: () => [], gaps: () => [] })

async function fill({ slots, records }: SequenceHolder, conversationId: string, tokens: number): Promise<LlamaContextSequence> {
  const slot = await slots.acquire(conversationId, new AbortController().signal)
  if (!slot) throw new Error('Expected a sequence')
  await slot.sequence.evaluateWithoutGeneratingNewTokens(
    Array.from({ length: tokens }, (_, at) => (1 + ((at * 7 + (at >> 4)) % 50)) as Token),
  )
  records[slot.index]?.hold(contentsOf(conversationId))
  slots.release(slot)
  return slot.sequence
}

/** Returns the five most likely next tokens after each of three tokens. */
async function nextTokens(sequence: LlamaContextSequence): Promise<string[]> {
  const likeliest: string[] = []
  for (const token of [5, 6, 7] as Token[]) {
    const [output] = await sequence.controlledEvaluate([
      [token, { generateNext: { token: true, probabilities: true, options: { temperature: 0 } } }],
    ])
    const five = [...(output?.next.probabilities ?? new Map<Token, number>())].slice(0, 5)
    likeliest.push(five.map(([next, share]) => `${next}: ${share.toFixed(6)}`).join(', '))
  }
  return likeliest
}

describe('a saved state', () => {
  it.each(memories)('of %s gives the same next tokens in a new context, even with a trailer at the end of its file', async (name) => {
    const loaded = await load(name)
    const make = () => createContext(loaded, log, 1, { settings, contextTokens, predictedBytes: null })
    const path = join(folder, name)
    const one = await make()
    const holder = holderOf(one)
    const sequence = await fill(holder, 'a', 700)
    const saved = await saveState(holder, 'a', path, [])
    const expected = await nextTokens(sequence)
    expect(expected[0]).toMatch(/^\d+: 0\.\d+/)
    await one.context.dispose()
    appendFileSync(path, 'a trailer of any kind')
    const two = await make()
    const other = holderOf(two)
    expect(await restoreState(other, { conversationId: 'a', path, checkpoints: [] })).toEqual({ tokens: saved.tokens })
    const [restored] = sequenceStates(other)
    expect(restored).toMatchObject({ conversationId: 'a', tokens: 700, isBusy: false })
    expect(await nextTokens(two.sequences[0] as LlamaContextSequence)).toEqual(expected)
    await two.context.dispose()
    await loaded.model.dispose()
  })

  it('of one sequence can be restored without changes to the other sequences', async () => {
    const loaded = await load('llama-gqa')
    const context = await createContext(loaded, log, 1, { settings: { ...settings, sequences: 2 }, contextTokens, predictedBytes: null })
    const holder = holderOf(context)
    await fill(holder, 'a', 100)
    const second = await fill(holder, 'b', 300)
    const path = join(folder, 'two')
    await saveState(holder, 'a', path, [])
    const before = await nextTokens(second)
    expect(sequenceStates(holder).map(({ conversationId, takenAfter }) => [conversationId, takenAfter])).toEqual([
      ['a', 1],
      ['b', 0],
    ])
    await second.eraseContextTokenRanges([{ start: 300, end: second.nextTokenIndex }])
    await restoreState(holder, { conversationId: 'a', path, checkpoints: [] })
    expect(await nextTokens(second)).toEqual(before)
    await context.context.dispose()
    await loaded.model.dispose()
  })

  it('needs a conversation with cells and an accessible file; otherwise, saving or restoring fails with a code', async () => {
    const loaded = await load('llama-gqa')
    const context = await createContext(loaded, log, 1, { settings, contextTokens, predictedBytes: null })
    const holder = holderOf(context)
    const codeOf = (work: Promise<unknown>) =>
      work.then(
        () => 'done',
        (error: unknown) => failureOf(error)?.code,
      )
    expect(await codeOf(saveState(holder, 'a', join(folder, 'none'), []))).toBe('session-not-held')
    await fill(holder, 'a', 100)
    expect(await codeOf(saveState(holder, 'b', join(folder, 'none'), []))).toBe('session-not-held')
    expect(await codeOf(saveState(holder, 'a', join(folder, 'no', 'such', 'folder'), []))).toBe('session-not-saved')
    expect(await codeOf(restoreState(holder, { conversationId: 'a', path: join(folder, 'no-file'), checkpoints: [] }))).toBe(
      'session-not-restored',
    )
    expect(sequenceStates(holder)[0]).toMatchObject({ tokens: 0 })
    await context.context.dispose()
    await loaded.model.dispose()
  })
})

describe('saved checkpoints', () => {
  const at = (sequence: LlamaContextSequence) => checkpointsOf(sequence).map(({ tokens }) => tokens)
  const pathsFor = (name: string, count: number) => Array.from({ length: count }, (_, index) => join(folder, `${name}.${index}`))
  const nextAfter = async (sequence: LlamaContextSequence, tokens: number) => {
    expect(await cutTo(sequence, tokens)).toBe(tokens)
    return nextTokens(sequence)
  }

  it.each(memories)('of %s take at most the predicted bytes, together with the state', async (name) => {
    const loaded = await load(name)
    const { context, ...one } = await createContext(loaded, log, 1, { settings, contextTokens, predictedBytes: null })
    const holder = holderOf({ context, ...one })
    const sequence = await fill(holder, 'a', 600)
    for (const tokens of [70, 70, 70, 70, 70]) {
      await sequence.takeCheckpoint()
      await fill(holder, 'a', tokens)
    }
    const [predicted] = sequenceStates(holder)
    const { bytes, checkpoints } = await saveState(holder, 'a', join(folder, `${name}-size`), pathsFor(`${name}-size`, 5))
    const savedBytes = checkpoints.reduce((sum, checkpoint) => sum + checkpoint.bytes, bytes)
    expect(savedBytes).toBeLessThanOrEqual(predicted?.mostSavedBytes ?? 0)
    await context.dispose()
    await loaded.model.dispose()
  })

  it.each(['gemma3', 'mamba2', 'falcon-h1', 'lfm2-swa', 'dots3note-dsa-iswa', 'deepseek4'])(
    'of %s are restored with the state, and the conversation can go back to each of them',
    async (name) => {
      const loaded = await load(name)
      const exact = { ...settings, flashAttention: 'off', keyType: 'f32', valueType: 'f32' } as const
      const make = () => createContext(loaded, log, 1, { settings: exact, contextTokens, predictedBytes: null })
      const path = join(folder, `${name}-checkpoints`)
      const one = await make()
      const holder = holderOf(one)
      const sequence = await fill(holder, 'a', 200)
      await sequence.takeCheckpoint()
      await fill(holder, 'a', 250)
      await sequence.takeCheckpoint()
      await fill(holder, 'a', 150)
      const paths = pathsFor(`${name}-checkpoints`, 4)
      const saved = await saveState(holder, 'a', path, paths)
      expect(saved.checkpoints.map(({ tokens }) => tokens)).toEqual([200, 450])
      for (const { bytes } of saved.checkpoints) expect(bytes).toBeLessThanOrEqual(saved.bytes)
      expect([sequence.nextTokenIndex, at(sequence)]).toEqual([600, [200, 450]])
      const atEnd = await nextTokens(sequence)
      const atFirst = await nextAfter(sequence, 200)
      await one.context.dispose()

      const two = await make()
      const other = holderOf(two)
      const checkpoints = saved.checkpoints.map(({ tokens }, index) => ({ tokens, path: paths[index] as string }))
      await restoreState(other, { conversationId: 'a', path, checkpoints })
      const restored = two.sequences[0] as LlamaContextSequence
      expect([restored.nextTokenIndex, at(restored)]).toEqual([600, [200, 450]])
      expect(await nextTokens(restored)).toEqual(atEnd)
      const again = await nextAfter(restored, 450)
      expect(at(restored)).toEqual([200, 450])
      expect(await nextAfter(restored, 200)).toEqual(atFirst)
      expect(again).not.toEqual(atFirst)
      await two.context.dispose()
      await loaded.model.dispose()
    },
  )

  it('are the newest ones if there are fewer paths than checkpoints', async () => {
    const loaded = await load('mamba2')
    const context = await createContext(loaded, log, 1, { settings, contextTokens, predictedBytes: null })
    const holder = holderOf(context)
    let sequence: LlamaContextSequence | undefined
    for (let turn = 0; turn < 3; turn++) {
      sequence = await fill(holder, 'a', 100)
      await sequence.takeCheckpoint()
    }
    const saved = await saveState(holder, 'a', join(folder, 'few'), pathsFor('few', 2))
    expect(saved.checkpoints.map(({ tokens }) => tokens)).toEqual([200, 300])
    expect(at(sequence as LlamaContextSequence)).toEqual([100, 200, 300])
    await context.context.dispose()
    await loaded.model.dispose()
  })

  it('make saving fail if their files cannot be written, and the sequence stays unchanged', async () => {
    const loaded = await load('gemma3')
    const context = await createContext(loaded, log, 1, { settings, contextTokens, predictedBytes: null })
    const holder = holderOf(context)
    const sequence = await fill(holder, 'a', 300)
    await sequence.takeCheckpoint()
    const saving = saveState(holder, 'a', join(folder, 'whole'), [join(folder, 'no', 'such', 'folder')])
    expect(
      await saving.then(
        () => 'done',
        (error: unknown) => failureOf(error)?.code,
      ),
    ).toBe('session-not-saved')
    expect([sequence.nextTokenIndex, at(sequence)]).toEqual([300, [300]])
    expect(await nextTokens(sequence)).toHaveLength(3)
    await context.context.dispose()
    await loaded.model.dispose()
  })
})
