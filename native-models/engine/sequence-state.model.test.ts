/** The state of a sequence in a file, for every kind of memory that llama.cpp has: what goes on from it goes on as if nothing had been. */
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LlamaContextSequence, Token } from 'node-llama-cpp'
import { afterAll, describe, expect, it } from 'vitest'
import { failureOf } from '../../core/contract/coded-error'
import { defaultKvSettings } from '../../core/contract/kv-defaults'
import { type ContextInMemory, createContext } from './create-context'
import { LlamaLog } from './llama-log'
import { loadLlama } from './load-llama'
import { loadModel } from './load-model'
import type { SequenceContents } from './sequence-contents'
import { restoreState, type SequenceHolder, saveState, sequenceStates } from './sequence-state'
import { Slots } from './slots'
import { Turnstile } from './turnstile'

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
  loadModel(await llama, log, fileURLToPath(new URL(`../fixtures/${name}.gguf`, import.meta.url)), 0, undefined, () => {})

function holderOf({ sequences, report }: ContextInMemory): SequenceHolder {
  return { slots: new Slots(sequences), turnstile: new Turnstile(), report, contents: [] }
}
const contentsOf = (conversationId: string): SequenceContents => ({ conversationId, reusedTokens: 0, spansUpTo: () => [] })

/** Evaluates tokens for a conversation, as a turn would. */
async function fill({ slots, contents }: SequenceHolder, conversationId: string, tokens: number): Promise<LlamaContextSequence> {
  const slot = await slots.acquire(conversationId, new AbortController().signal)
  if (!slot) throw new Error('Expected a sequence')
  await slot.sequence.evaluateWithoutGeneratingNewTokens(
    Array.from({ length: tokens }, (_, at) => (1 + ((at * 7 + (at >> 4)) % 50)) as Token),
  )
  contents[slot.index] = contentsOf(conversationId)
  slots.release(slot)
  return slot.sequence
}

/** The five likeliest next tokens after each of three more, with their probabilities. */
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

describe('a state', () => {
  it.each(memories)('of %s goes on in a new context as it would have in its own', async (name) => {
    const loaded = await load(name)
    const make = () => createContext(loaded, log, 1, { settings, contextTokens, predictedBytes: null })
    const path = join(folder, name)
    const one = await make()
    const holder = holderOf(one)
    // Beyond every window of these models, and no multiple of a batch.
    const sequence = await fill(holder, 'a', 700)
    const saved = await saveState(holder, 'a', path)
    const expected = await nextTokens(sequence)
    expect(expected[0]).toMatch(/^\d+: 0\.\d+/)
    await one.context.dispose()
    // What main adds behind the state is not read.
    appendFileSync(path, 'a trailer of any kind')
    const two = await make()
    const other = holderOf(two)
    expect(await restoreState(other, 'a', path)).toEqual({ tokens: saved.tokens })
    const [restored] = sequenceStates(other)
    expect(restored).toMatchObject({ conversationId: 'a', tokens: 700, isBusy: false })
    expect(await nextTokens(two.sequences[0] as LlamaContextSequence)).toEqual(expected)
    await two.context.dispose()
    await loaded.model.dispose()
  })

  it('can be that of one of several sequences, and leaves the others alone', async () => {
    const loaded = await load('llama-gqa')
    const context = await createContext(loaded, log, 1, { settings: { ...settings, sequences: 2 }, contextTokens, predictedBytes: null })
    const holder = holderOf(context)
    await fill(holder, 'a', 100)
    const second = await fill(holder, 'b', 300)
    const path = join(folder, 'two')
    await saveState(holder, 'a', path)
    const before = await nextTokens(second)
    // The first sequence is older, so it is the next to be taken.
    expect(sequenceStates(holder).map(({ conversationId, isNext }) => [conversationId, isNext])).toEqual([
      ['a', false],
      ['b', true],
    ])
    await second.eraseContextTokenRanges([{ start: 300, end: second.nextTokenIndex }])
    await restoreState(holder, 'a', path)
    expect(await nextTokens(second)).toEqual(before)
    await context.context.dispose()
    await loaded.model.dispose()
  })

  it('is refused, with an empty sequence, where there is none to save or the file is not one', async () => {
    const loaded = await load('llama-gqa')
    const context = await createContext(loaded, log, 1, { settings, contextTokens, predictedBytes: null })
    const holder = holderOf(context)
    const codeOf = (work: Promise<unknown>) =>
      work.then(
        () => 'done',
        (error: unknown) => failureOf(error)?.code,
      )
    expect(await codeOf(saveState(holder, 'a', join(folder, 'none')))).toBe('session-not-held')
    await fill(holder, 'a', 100)
    expect(await codeOf(saveState(holder, 'b', join(folder, 'none')))).toBe('session-not-held')
    expect(await codeOf(saveState(holder, 'a', join(folder, 'no', 'such', 'folder')))).toBe('session-not-saved')
    expect(await codeOf(restoreState(holder, 'a', join(folder, 'no-file')))).toBe('session-not-restored')
    expect(sequenceStates(holder)[0]).toMatchObject({ tokens: 0 })
    await context.context.dispose()
    await loaded.model.dispose()
  })
})
