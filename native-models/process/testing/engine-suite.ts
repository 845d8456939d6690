import { isDefinedError, safe } from '@orpc/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countHeld } from '../../../core/cells/cell-spans'
import type { CacheSample } from '../../../core/contract/cache/cache'
import type { PromptMessage, TurnUpdate } from '../../../core/contract/chat/turn'
import { defaultSampling } from '../../../core/contract/settings/sampling'
import { countedCharacters } from '../../../core/contract/wire/text-limits'
import { follow } from '../../../core/streams/follow'
import { TurnLog, turnStart } from '../turn-log'
import { ConnectedEngine, type EngineUnderTest } from './connected-engine'

export function engineSuite(name: string, create: () => EngineUnderTest): void {
  describe(name, () => {
    let engine: ConnectedEngine
    beforeAll(async () => {
      engine = new ConnectedEngine(create())
      await engine.control.start({ gpuBackend: 'cpu' })
    })
    afterAll(() => engine.close())

    it('refuses to create a context or to answer before a model is loaded', async () => {
      const [error] = await safe(engine.context(512))
      expect(isDefinedError(error) && error.code).toBe('no-model-loaded')
      await expect(engine.start('hello')).rejects.toMatchObject({ defined: true, code: 'no-model-loaded' })
    })
    it('sends the end of a turn immediately, even to a reader that wants one update a minute', async () => {
      await engine.load()
      await engine.context(512)
      const turnId = await engine.start('hello', { maxTokens: 8 })
      const phases: string[] = []
      for await (const { phase } of follow(engine.control, engine.control.followTurn, { turnId, everyMs: 60_000 })) phases.push(phase)
      expect(phases.at(-1)).toBe('finished')
      expect(phases.length).toBeLessThan(3)
    })
    it('reports the progress of loading until the model is loaded', async () => {
      const progress = await engine.load()
      expect(progress.at(-1)).toMatchObject({
        type: 'loaded',
        model: { path: engine.modelPath, trainedTokens: 2048, vocabularyTokens: 2566 },
      })
      expect(progress[0]?.type).toBe('progress')
    })
    it('reports the bytes that a context allocates', async () => {
      const report = await engine.context(2048)
      // K and V each: 6 layers x 2,048 cells x 128 elements x 2 B.
      expect(report).toMatchObject({
        contextTokens: 2048,
        allocatedBytes: 6_291_456,
        caches: [{ kind: 'full', cells: 2048, layers: 6, keyBytes: 3_145_728, valueBytes: 3_145_728 }],
      })
      const quantized = await engine.context(2048, { keyType: 'q8_0', valueType: 'q4_0' })
      expect(quantized.allocatedBytes).toBe(1_671_168 + 884_736)
      const two = await engine.context(1024, { sequences: 2 })
      expect(two).toMatchObject({ sequences: 2, allocatedBytes: 6_291_456 })
    })
    it('reports consistent figures for an answer', async () => {
      await engine.context(2048)
      const { text, gaps, last } = await engine.finish(await engine.start('What is the KV cache?'))
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
      const [sample] = (await engine.sampleCaches()) ?? []
      expect(sample).toMatchObject({
        conversationId: 'c',
        fills: [{ usedCells: metrics.usedCells, totalCells: 2048, allocatedBytes: 6_291_456 }],
      })
    })
    it('reuses the cache when the same prompt is sent again', async () => {
      const { last } = await engine.finish(await engine.start('What is the KV cache?'))
      expect(last?.metrics?.reusedTokens).toBe((last?.metrics?.promptTokens ?? 0) - 1)
      await engine.control.forget({ conversationId: 'c' })
      const again = await engine.finish(await engine.start('What is the KV cache?'))
      expect(again.last?.metrics?.reusedTokens).toBe(0)
    })
    it('sends a late reader everything from the beginning, and sends several readers the same text', async () => {
      const turnId = await engine.start('What is the KV cache?')
      const [one, two] = await Promise.all([engine.finish(turnId), engine.finish(turnId)])
      const late = await engine.finish(turnId)
      expect(two.text).toBe(one.text)
      expect(late.text).toBe(one.text)
      expect(late.gaps).toEqual(one.gaps)
    })
    it('stops an answer at the token limit', async () => {
      const { last } = await engine.finish(await engine.start('What is the KV cache?', { maxTokens: 5 }))
      expect(last?.metrics).toMatchObject({ stopReason: 'token-limit', outputTokens: 5 })
    })
    it('writes the same text whether or not an answer is interrupted and continued', async () => {
      const question = 'What is the KV cache?'
      const whole = await engine.finish(await engine.start(question, { maxTokens: 12 }))
      const half = await engine.finish(await engine.start(question, { maxTokens: 6 }))
      const rest = await engine.finish(
        await engine.startWith(
          [
            { role: 'user', text: question },
            { role: 'assistant', text: half.text },
          ],
          { maxTokens: 6 },
        ),
      )
      expect(half.text + rest.text).toBe(whole.text)
    })
    it('counts the tokens of a text, even while it answers', async () => {
      const turnId = await engine.start('Tell me a tiny story.', { ignoreEndOfText: true, maxTokens: 50 })
      const { tokens } = await engine.view.countTokens({ text: 'What is the KV cache?' })
      expect(tokens).toBeGreaterThanOrEqual(5)
      expect((await engine.view.countTokens({ text: '' })).tokens).toBe(0)
      await engine.view.stopTurn({ turnId })
      await engine.finish(turnId)
      const [error] = await safe(engine.view.countTokens({ text: 'x'.repeat(countedCharacters + 1) }))
      expect(isDefinedError(error) && error.code).toBe('text-piece-too-long')
    })
    it('reports the cells of an answer as soon as it ends, even if the next report is not due', async () => {
      const watching = new AbortController()
      const reports = follow(engine.view, engine.view.followCache, { everyMs: 60_000 }, watching.signal)[Symbol.asyncIterator]()
      await reports.next()
      const turnId = await engine.start('Hi.', { maxTokens: 4, ignoreEndOfText: true })
      const { last } = await engine.finish(turnId)
      expect((await reports.next()).value?.[0]).toMatchObject({ conversationId: 'c', tokens: last?.metrics?.usedCells })
      watching.abort()
    })
    it('reports what each position holds at any moment during an answer of 500 tokens', async () => {
      await engine.control.forget({ conversationId: 'c' })
      const turnId = await engine.start('Tell me a tiny story.', { maxTokens: 500, ignoreEndOfText: true })
      const watching = new AbortController()
      const samples: CacheSample[] = []
      const watched = (async () => {
        for await (const [sample] of follow(engine.view, engine.view.followCache, {}, watching.signal)) if (sample) samples.push(sample)
      })().catch(() => {})
      const { last } = await engine.finish(turnId)
      const [final] = (await engine.sampleCaches()) ?? []
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
      await engine.control.forget({ conversationId: 'c' })
      const [empty] = (await engine.sampleCaches()) ?? []
      expect(empty).toMatchObject({ conversationId: null, tokens: 0, spans: [], reusedTokens: 0 })
    })
    it('stops an answer within one token', async () => {
      const log = new TurnLog('stopped', 'c')
      const stop = new AbortController()
      const sampling = { ...defaultSampling, temperature: 0, ignoreEndOfText: true }
      const messages: PromptMessage[] = [{ role: 'user', text: 'Tell me a tiny story.' }]
      const request = { conversationId: 'c', messages, sampling, sentAtMs: Date.now() }
      const turn = engine.backend.answer(request, [{ log, signal: stop.signal }])
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
    it('stops an answer if the window requests it', async () => {
      const turnId = await engine.start('Tell me a tiny story.', { ignoreEndOfText: true })
      let last: TurnUpdate | undefined
      for await (const update of follow(engine.view, engine.view.followTurn, { turnId })) {
        if (update.outputTokens > 0 && !last?.outputTokens) await engine.view.stopTurn({ turnId })
        last = update
      }
      expect(last?.metrics?.stopReason).toBe('stopped')
    })
    it('ends an answer when the context is full, and reports the reason', async () => {
      await engine.context(256)
      const { last } = await engine.finish(await engine.start('Tell me a tiny story.', { ignoreEndOfText: true, maxTokens: 100_000 }))
      expect(last?.metrics?.stopReason).toBe('context-full')
      expect(last?.metrics?.usedCells).toBeLessThanOrEqual(256)
    })
    it('refuses a prompt that is longer than the context, and answers the next prompt', async () => {
      await engine.context(256)
      const { last } = await engine.finish(await engine.start('word '.repeat(1000)))
      expect(last).toMatchObject({ phase: 'failed', failure: { code: 'prompt-too-long', facts: { contextTokens: 256 } } })
      expect((await engine.finish(await engine.start('What is the KV cache?', { maxTokens: 3 }))).last?.metrics?.outputTokens).toBe(3)
    })
    it('answers two turns of a conversation that start at the same time', async () => {
      await engine.context(2048)
      const first = await engine.start('What is the KV cache?')
      const second = await engine.start('What is the KV cache?')
      const [a, b] = await Promise.all([engine.finish(first), engine.finish(second)])
      expect(a.last?.metrics?.stopReason).toBe('end-of-text')
      expect(b.last?.metrics?.stopReason).toBe('end-of-text')
    })
    it('refuses to follow an unknown turn', async () => {
      const [error] = await safe(firstOf(follow(engine.view, engine.view.followTurn, { turnId: 'nobody' })))
      expect(error).toMatchObject({ code: 'turn-not-found' })
    })
    it('sends a reader no more updates than its credit allows', async () => {
      const turnId = await engine.start('Tell me a tiny story.', { ignoreEndOfText: true, maxTokens: 400 })
      const stream = await engine.view.followTurn({ streamId: 'without-credit', turnId, everyMs: 16 })
      const iterator = stream[Symbol.asyncIterator]()
      await iterator.next()
      // The reader grants no more credit.
      await new Promise((resolve) => setTimeout(resolve, 600))
      let waiting = 0
      for (;;) {
        const next = await Promise.race([iterator.next(), new Promise<'nothing'>((resolve) => setTimeout(() => resolve('nothing'), 200))])
        if (next === 'nothing' || next.done) break
        waiting++
      }
      expect(waiting).toBe(0)
      await engine.view.stopTurn({ turnId })
    })
    it('cancels the loading of a model, and can load the model again', async () => {
      const leaving = new AbortController()
      const loading = (async () => {
        for await (const _ of follow(engine.control, engine.control.loadModel, { path: engine.modelPath, gpuLayers: 0 }, leaving.signal))
          leaving.abort()
      })()
      await expect(loading).rejects.toBeDefined()
      expect((await engine.load()).at(-1)?.type).toBe('loaded')
      await engine.context(512)
      expect((await engine.finish(await engine.start('What is the KV cache?', { maxTokens: 3 }))).last?.metrics?.outputTokens).toBe(3)
    })
  })
}

async function firstOf<T>(stream: AsyncIterable<T>): Promise<T | undefined> {
  for await (const item of stream) return item
  return undefined
}
