/**
 * What every engine must do. Runs on the fake engine in the unit lane and on llama.cpp in the model lane, through the real router and a
 * real MessageChannel.
 */
import { MessageChannel } from 'node:worker_threads'
import { createORPCClient, isDefinedError, safe } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import type { ContractRouterClient } from '@orpc/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countHeld } from '../../../core/cells/cell-spans'
import type { CacheSample } from '../../../core/contract/cache/cache'
import type { PromptMessage, TurnUpdate } from '../../../core/contract/chat/turn'
import type { EngineControl, EngineView, LoadProgress } from '../../../core/contract/engine'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import type { KvSettings } from '../../../core/contract/settings/kv-settings'
import { defaultSampling, type SamplingSettings } from '../../../core/contract/settings/sampling'
import { countedCharacters } from '../../../core/contract/wire/text-limits'
import { follow } from '../../../core/streams/follow'
import type { PortLike, PortRole } from '../../../core/streams/virtual-port'
import type { EngineBackend } from '../backend'
import { Turns } from '../router'
import { servePort } from '../serve-port'
import { TurnLog, turnStart } from '../turn-log'

export interface EngineUnderTest {
  readonly backend: EngineBackend
  readonly modelPath: string
}

let turns = 0

export function engineSuite(name: string, create: () => EngineUnderTest): void {
  describe(name, () => {
    let control: ContractRouterClient<EngineControl>
    let view: ContractRouterClient<EngineView>
    let modelPath: string
    let backend: EngineBackend
    const closers: (() => void)[] = []

    beforeAll(async () => {
      const engine = create()
      modelPath = engine.modelPath
      backend = engine.backend
      const running = new Turns(engine.backend)
      const connect = (role: PortRole) => {
        const { port1, port2 } = new MessageChannel()
        servePort(port1 as unknown as PortLike, role, engine.backend, running)
        const client = createORPCClient(new RPCLink({ port: port2 as never }))
        port1.start()
        port2.start()
        closers.push(() => port1.close())
        return client
      }
      control = connect('control') as typeof control
      view = connect('view') as typeof view
      await control.start({ gpuBackend: 'cpu' })
    })
    afterAll(async () => {
      await control.unload()
      for (const close of closers) close()
    })

    const load = async (): Promise<LoadProgress[]> => {
      const progress: LoadProgress[] = []
      for await (const item of follow(control, control.loadModel, { path: modelPath, gpuLayers: 0 })) progress.push(item)
      return progress
    }
    const context = (contextTokens: number, settings: Partial<KvSettings> = {}) =>
      control.createContext({ settings: { ...defaultKvSettings, threads: 1, ...settings }, contextTokens, predictedBytes: null })
    const start = (text: string, sampling: Partial<SamplingSettings> = {}, conversationId = 'c'): Promise<string> =>
      startWith([{ role: 'user', text }], sampling, conversationId)
    const startWith = async (messages: PromptMessage[], sampling: Partial<SamplingSettings>, conversationId = 'c'): Promise<string> => {
      const turnId = `t${++turns}`
      await control.startTurn({
        turnId,
        conversationId,
        messages,
        sampling: { ...defaultSampling, temperature: 0, ...sampling },
        sentAtMs: Date.now(),
      })
      return turnId
    }
    const finish = async (turnId: string) => {
      let text = ''
      const gaps: number[] = []
      let last: TurnUpdate | undefined
      for await (const update of follow(view, view.followTurn, { turnId })) {
        text += update.text
        gaps.push(...update.itlMs)
        last = update
      }
      return { text, gaps, last }
    }

    it('refuses to work before a model is loaded', async () => {
      const [error] = await safe(context(512))
      expect(isDefinedError(error) && error.code).toBe('no-model-loaded')
      await expect(start('hello')).rejects.toMatchObject({ defined: true, code: 'no-model-loaded' })
    })
    it('sends the end of a turn at once, even to a reader that asks once a minute', async () => {
      await load()
      await context(512)
      const turnId = await start('hello', { maxTokens: 8 })
      const phases: string[] = []
      for await (const { phase } of follow(control, control.followTurn, { turnId, everyMs: 60_000 })) phases.push(phase)
      expect(phases.at(-1)).toBe('finished')
      expect(phases.length).toBeLessThan(3)
    })
    it('reports the progress of a load, and ends with the model', async () => {
      const progress = await load()
      expect(progress.at(-1)).toMatchObject({ type: 'loaded', model: { path: modelPath, trainedTokens: 2048, vocabularyTokens: 2560 } })
      expect(progress[0]?.type).toBe('progress')
    })
    it('reports what the context allocated', async () => {
      const report = await context(2048)
      // 6 layers x 2048 cells x 128 wide x 2 B, once for K and once for V
      expect(report).toMatchObject({
        contextTokens: 2048,
        allocatedBytes: 6_291_456,
        caches: [{ kind: 'full', cells: 2048, layers: 6, keyBytes: 3_145_728, valueBytes: 3_145_728 }],
      })
      const quantized = await context(2048, { keyType: 'q8_0', valueType: 'q4_0' })
      expect(quantized.allocatedBytes).toBe(1_671_168 + 884_736)
      const two = await context(1024, { sequences: 2 })
      expect(two).toMatchObject({ sequences: 2, allocatedBytes: 6_291_456 })
    })
    it('answers, and every figure of the turn fits the others', async () => {
      await context(2048)
      const { text, gaps, last } = await finish(await start('What is the KV cache?'))
      const metrics = last?.metrics
      if (!metrics) throw new Error('Expected metrics')
      expect(text.length).toBeGreaterThan(20)
      expect(metrics.processedTokens).toBe(metrics.promptTokens - metrics.reusedTokens)
      expect(gaps).toHaveLength(metrics.outputTokens - 1)
      expect(metrics.ttftMs).toBeCloseTo(metrics.queueMs + metrics.tokeniseMs + metrics.prefillMs + (metrics.firstTokenMs ?? 0), 6)
      const decodeMs = gaps.reduce((sum, gap) => sum + gap, 0)
      expect(metrics.tpotMs).toBeCloseTo(decodeMs / gaps.length, 6)
      expect(metrics.decodeTokensPerSecond).toBeCloseTo((gaps.length * 1000) / decodeMs, 6)
      expect(metrics.usedCells).toBeLessThanOrEqual(metrics.promptTokens + metrics.outputTokens)
      expect(metrics.usedCells).toBeGreaterThanOrEqual(metrics.promptTokens + metrics.outputTokens - 1)
      const [sample] = (await firstOf(follow(control, control.followCache, {}))) ?? []
      expect(sample).toMatchObject({
        conversationId: 'c',
        fills: [{ usedCells: metrics.usedCells, totalCells: 2048, allocatedBytes: 6_291_456 }],
      })
    })
    it('reuses what the cache holds when the same prompt comes again', async () => {
      const { last } = await finish(await start('What is the KV cache?'))
      expect(last?.metrics?.reusedTokens).toBe((last?.metrics?.promptTokens ?? 0) - 1)
      await control.forget({ conversationId: 'c' })
      const again = await finish(await start('What is the KV cache?'))
      expect(again.last?.metrics?.reusedTokens).toBe(0)
    })
    it('gives a late reader everything from the beginning, and several readers the same', async () => {
      const turnId = await start('What is the KV cache?')
      const [one, two] = await Promise.all([finish(turnId), finish(turnId)])
      const late = await finish(turnId)
      expect(two.text).toBe(one.text)
      expect(late.text).toBe(one.text)
      expect(late.gaps).toEqual(one.gaps)
    })
    it('stops at the token limit', async () => {
      const { last } = await finish(await start('What is the KV cache?', { maxTokens: 5 }))
      expect(last?.metrics).toMatchObject({ stopReason: 'token-limit', outputTokens: 5 })
    })
    it('continues an answer that was cut off as if it had not been', async () => {
      const question = 'What is the KV cache?'
      const whole = await finish(await start(question, { maxTokens: 12 }))
      const half = await finish(await start(question, { maxTokens: 6 }))
      const rest = await finish(
        await startWith(
          [
            { role: 'user', text: question },
            { role: 'assistant', text: half.text },
          ],
          { maxTokens: 6 },
        ),
      )
      expect(half.text + rest.text).toBe(whole.text)
    })
    it('counts the tokens of a piece of text, also while it answers', async () => {
      const turnId = await start('Tell me a tiny story.', { ignoreEndOfText: true, maxTokens: 50 })
      const { tokens } = await view.countTokens({ text: 'What is the KV cache?' })
      expect(tokens).toBeGreaterThanOrEqual(5)
      expect((await view.countTokens({ text: '' })).tokens).toBe(0)
      await view.stopTurn({ turnId })
      const [error] = await safe(view.countTokens({ text: 'x'.repeat(countedCharacters + 1) }))
      expect(isDefinedError(error) && error.code).toBe('text-piece-too-long')
    })
    it('says at any moment of an answer of 500 tokens what each position holds', async () => {
      await control.forget({ conversationId: 'c' })
      const turnId = await start('Tell me a tiny story.', { maxTokens: 500, ignoreEndOfText: true })
      const watching = new AbortController()
      const samples: CacheSample[] = []
      const watched = (async () => {
        for await (const [sample] of follow(view, view.followCache, {}, watching.signal)) if (sample) samples.push(sample)
      })().catch(() => {})
      const { last } = await finish(turnId)
      const [final] = (await firstOf(follow(view, view.followCache, {}))) ?? []
      watching.abort()
      await watched
      expect(samples.length).toBeGreaterThan(1)
      for (const sample of samples) {
        expect(sample.spans.map(({ from }) => from)).toEqual([0, ...sample.spans.map(({ to }) => to)].slice(0, sample.spans.length))
        expect(sample.spans.at(-1)?.to ?? 0).toBe(sample.tokens)
        expect(sample.held).toEqual(countHeld(sample.spans))
        expect(sample.fills[0]?.usedCells).toBe(sample.tokens)
        expect(sample.reusedTokens).toBeLessThanOrEqual(sample.tokens)
      }
      const { promptTokens = 0, reusedTokens, usedCells = 0 } = last?.metrics ?? {}
      expect(final).toMatchObject({
        tokens: usedCells,
        reusedTokens,
        blockTokens: 1,
        held: { system: 0, assistant: usedCells - promptTokens },
      })
      expect(final?.held.user).toBeGreaterThan(4)
      await control.forget({ conversationId: 'c' })
      const [empty] = (await firstOf(follow(view, view.followCache, {}))) ?? []
      expect(empty).toMatchObject({ conversationId: null, tokens: 0, spans: [], reusedTokens: 0 })
    })
    it('stops within one token of a stop', async () => {
      const log = new TurnLog('stopped', 'c')
      const stop = new AbortController()
      const sampling = { ...defaultSampling, temperature: 0, ignoreEndOfText: true }
      const messages: PromptMessage[] = [{ role: 'user', text: 'Tell me a tiny story.' }]
      const request = { conversationId: 'c', messages, sampling, sentAtMs: Date.now() }
      const turn = backend.answer(request, [{ log, signal: stop.signal }])
      let cursor = turnStart
      while (log.outputCount < 10) {
        await log.changedSince(cursor, undefined)
        cursor = log.readFrom(cursor).cursor
      }
      const atStop = log.outputCount
      stop.abort()
      await turn
      const { update } = log.readFrom(turnStart)
      expect(update.metrics?.stopReason).toBe('stopped')
      expect(update.outputTokens).toBeLessThanOrEqual(atStop + 1)
    })
    it('stops a turn over its port', async () => {
      const turnId = await start('Tell me a tiny story.', { ignoreEndOfText: true })
      let last: TurnUpdate | undefined
      for await (const update of follow(view, view.followTurn, { turnId })) {
        if (update.outputTokens > 0 && !last?.outputTokens) await view.stopTurn({ turnId })
        last = update
      }
      expect(last?.metrics?.stopReason).toBe('stopped')
    })
    it('ends when no cell is left, and says why', async () => {
      await context(256)
      const { last } = await finish(await start('Tell me a tiny story.', { ignoreEndOfText: true, maxTokens: 100_000 }))
      expect(last?.metrics?.stopReason).toBe('context-full')
      expect(last?.metrics?.usedCells).toBeLessThanOrEqual(256)
    })
    it('refuses a prompt longer than the context with both numbers, and answers the next one', async () => {
      await context(256)
      const { last } = await finish(await start('word '.repeat(1000)))
      expect(last).toMatchObject({ phase: 'failed', failure: { code: 'prompt-too-long', facts: { contextTokens: 256 } } })
      expect((await finish(await start('What is the KV cache?', { maxTokens: 3 }))).last?.metrics?.outputTokens).toBe(3)
    })
    it('lets a second turn of a conversation wait for the first', async () => {
      await context(2048)
      const first = await start('What is the KV cache?')
      const second = await start('What is the KV cache?')
      const [a, b] = await Promise.all([finish(first), finish(second)])
      expect(a.last?.metrics?.stopReason).toBe('end-of-text')
      expect(b.last?.metrics?.stopReason).toBe('end-of-text')
    })
    it('refuses to follow an unknown turn', async () => {
      const [error] = await safe(firstOf(follow(view, view.followTurn, { turnId: 'nobody' })))
      expect(error).toMatchObject({ code: 'turn-not-found' })
    })
    it('sends a reader only the updates that it asked for', async () => {
      const turnId = await start('Tell me a tiny story.', { ignoreEndOfText: true, maxTokens: 400 })
      const stream = await view.followTurn({ streamId: 'without-credit', turnId, everyMs: 16 })
      const iterator = stream[Symbol.asyncIterator]()
      await iterator.next()
      // Without credit, nothing follows the first update, whatever the turn does.
      await new Promise((resolve) => setTimeout(resolve, 600))
      let waiting = 0
      for (;;) {
        const next = await Promise.race([iterator.next(), new Promise<'nothing'>((resolve) => setTimeout(() => resolve('nothing'), 200))])
        if (next === 'nothing' || next.done) break
        waiting++
      }
      expect(waiting).toBe(0)
      await view.stopTurn({ turnId })
    })
    it('cancels a load, and loads again afterwards', async () => {
      const leaving = new AbortController()
      const loading = (async () => {
        for await (const _ of follow(control, control.loadModel, { path: modelPath, gpuLayers: 0 }, leaving.signal)) leaving.abort()
      })()
      await expect(loading).rejects.toBeDefined()
      expect((await load()).at(-1)?.type).toBe('loaded')
      await context(512)
      expect((await finish(await start('What is the KV cache?', { maxTokens: 3 }))).last?.metrics?.outputTokens).toBe(3)
    })
  })
}

async function firstOf<T>(stream: AsyncIterable<T>): Promise<T | undefined> {
  for await (const item of stream) return item
  return undefined
}
