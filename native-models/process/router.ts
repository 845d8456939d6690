import { setImmediate } from 'node:timers/promises'
import { implement } from '@orpc/server'
import { engineControl, engineView, type LoadProgress, type TaskProgress } from '../../core/contract'
import type { TurnStream } from '../../core/contract/engine'
import { coded } from '../../core/contract/errors/coded-error'
import { countedCharacters, heldTokensAtOnce } from '../../core/contract/wire/text-limits'
import { pause } from '../../core/streams/changes'
import { CreditLedgers } from '../../core/streams/pacing'
import { SerialQueue } from '../../core/streams/serial-queue'
import type { EngineBackend, PrefixKeeper, PromptReader } from './backend'
import { progressStream } from './progress-stream'
import type { Turns } from './running-turns'
import { turnStart } from './turn-log'

function shared(backend: EngineBackend, turns: Turns, ledgers: CreditLedgers) {
  async function* followTurn(input: TurnStream, signal: AbortSignal | undefined) {
    const log = turns.log(input.turnId)
    // Ends the pause when the turn ends, because the conversation is busy until its followers get the end.
    const endSignal = signal ? AbortSignal.any([signal, log.over]) : log.over
    let cursor = turnStart
    let sentAt = Number.NEGATIVE_INFINITY
    let ended = false
    const next = async () => {
      if (ended) return undefined
      await log.changedSince(cursor, signal)
      await pause(sentAt + input.everyMs - performance.now(), endSignal)
      sentAt = performance.now()
      const read = log.readFrom(cursor)
      cursor = read.cursor
      ended = log.isOver
      return read.update
    }
    yield* ledgers.pace(input.streamId, signal, next, input.window)
  }
  async function* followCache(input: { streamId: string; everyMs: number }, signal: AbortSignal | undefined) {
    let before = ''
    let waiting = new AbortController()
    const wake = () => waiting.abort()
    signal?.addEventListener('abort', wake, { once: true })
    // Without this, a window would show the cells from before a short answer until the next sample.
    const unlisten = turns.ended.listen(wake)
    try {
      yield* ledgers.pace(input.streamId, signal, async () => {
        for (;;) {
          if (!signal?.aborted) waiting = new AbortController()
          const samples = backend.sampleCaches()
          const now = JSON.stringify(samples)
          if (now !== before || signal?.aborted) {
            before = now
            return samples
          }
          await pause(input.everyMs, waiting.signal)
        }
      })
    } finally {
      unlisten()
    }
  }
  return { followTurn, followCache }
}

/** Does not validate outputs: TypeScript checks their types, and validating a token's update takes as long as writing it. */
const unchecked = { initialOutputValidationIndex: Number.NaN }

export function controlRouter(backend: EngineBackend, turns: Turns) {
  const ledgers = new CreditLedgers()
  const { followTurn, followCache } = shared(backend, turns, ledgers)
  const os = implement(engineControl).$config(unchecked)
  return os.router({
    start: os.start.handler(({ input }) => backend.start(input.gpuBackend)),
    loadModel: os.loadModel.handler(async function* ({ input, signal }) {
      await turns.stopAll()
      yield* ledgers.pace(
        input.streamId,
        signal,
        progressStream(
          (report) => backend.loadModel(input.path, input.gpuLayers, signal, report, input.chatTemplate),
          (model): LoadProgress => ({ type: 'loaded', model }),
          signal,
        ),
      )
    }),
    connectServer: os.connectServer.handler(async ({ input }) => {
      if (!backend.connectServer) throw new Error('This engine runs models on this machine')
      await turns.stopAll()
      await backend.connectServer(input)
      return {}
    }),
    createContext: os.createContext.handler(async ({ input }) => {
      await turns.stopAll()
      return backend.createContext(input)
    }),
    measure: os.measure.handler(async function* ({ input, signal }) {
      await turns.stopAll()
      yield* ledgers.pace(
        input.streamId,
        signal,
        progressStream(
          (report) => backend.measure(input.task, signal, report),
          (result): TaskProgress => ({ type: 'done', result }),
          signal,
        ),
      )
    }),
    loadDraft: os.loadDraft.handler(({ input }) => backend.loadDraft(input.path, input.gpuLayers)),
    unloadDraft: os.unloadDraft.handler(async () => {
      await backend.unloadDraft()
      return {}
    }),
    unload: os.unload.handler(async () => {
      await turns.stopAll()
      await backend.unload()
      return {}
    }),
    startTurn: os.startTurn.handler(({ input }) => {
      turns.start(input)
      return {}
    }),
    announceTurn: os.announceTurn.handler(({ input }) => {
      turns.announce(input.turnId, input.conversationId)
      return {}
    }),
    sequences: os.sequences.handler(() => backend.sequences()),
    saveSequence: os.saveSequence.handler(({ input }) => backend.saveSequence(input.conversationId, input.path, input.checkpointPaths)),
    prefixes: os.prefixes.handler(({ input }) => backend.prefixes(input.saved)),
    findSaved: os.findSaved.handler(async ({ input }) => ({ prefixId: await backend.findSaved(input) })),
    limitCopies: os.limitCopies.handler(async ({ input }) => {
      await backend.prefixKeeper?.limitCopies(input.bytes)
      return {}
    }),
    copiedTokens: os.copiedTokens.handler(({ input }) => ({ tokens: backend.prefixKeeper?.copiedTokens(input.conversationId) ?? 0 })),
    warmPrefix: os.warmPrefix.handler(({ input }) => keeperOf(backend).warmPrefix(input.prefixId)),
    removePrefix: os.removePrefix.handler(async ({ input }) => {
      await keeperOf(backend).removePrefix(input.prefixId)
      return {}
    }),
    processPrefix: os.processPrefix.handler(({ input, signal }) => keeperOf(backend).processPrefix(input, signal)),
    restoreSequence: os.restoreSequence.handler(({ input }) => backend.restoreSequence(input)),
    startAnswers: os.startAnswers.handler(({ input }) => {
      turns.startAnswers(input)
      return {}
    }),
    stopTurn: os.stopTurn.handler(({ input }) => {
      turns.stop(input.turnId)
      return {}
    }),
    followTurn: os.followTurn.handler(({ input, signal }) => followTurn(input, signal)),
    followCache: os.followCache.handler(({ input, signal }) => followCache(input, signal)),
    countTokens: os.countTokens.handler(({ input }) => ({ tokens: countPiece(backend, input.text) })),
    previewReuse: os.previewReuse.handler(({ input }) => backend.previewReuse(input)),
    tokenize: os.tokenize.handler(({ input }) => ({
      tokens: readerOf(backend).tokenize(input.text, input.addSpecial, input.parseSpecial),
    })),
    detokenize: os.detokenize.handler(({ input }) => readerOf(backend).detokenize(input.tokens)),
    embed: os.embed.handler(({ input, signal }) => {
      if (!backend.embed) throw coded('no-model-loaded', {})
      return backend.embed(input, signal)
    }),
    writeShort: os.writeShort.handler(({ input, signal }) => {
      if (!backend.writeShort) throw coded('no-model-loaded', {})
      return backend.writeShort(input.messages, signal)
    }),
    endTokens: os.endTokens.handler(() => ({ tokens: [...readerOf(backend).endTokens()] })),
    decodes: os.decodes.handler(() => ({ calls: 0, busySequences: 0, ...backend.decodes })),
    renderPrompt: os.renderPrompt.handler(({ input: { settings, ...request } }) => readerOf(backend).render(request, settings)),
    previewOverflow: os.previewOverflow.handler(({ input }) => backend.previewOverflow(input.messages, input.settings, input.overflow)),
    heldPrompt: os.heldPrompt.handler(({ input }) => backend.heldPrompt(input.turnId)),
    forget: os.forget.handler(async ({ input }) => {
      await backend.forget(input.conversationId)
      return {}
    }),
    grant: os.grant.handler(({ input }) => {
      ledgers.grant(input.streamId, input.received)
      return {}
    }),
  })
}

export function viewRouter(backend: EngineBackend, turns: Turns) {
  const ledgers = new CreditLedgers()
  const counting = new SerialQueue()
  const { followTurn, followCache } = shared(backend, turns, ledgers)
  const os = implement(engineView).$config(unchecked)
  return os.router({
    countTokens: os.countTokens.handler(({ input, signal }) =>
      counting.run(() => unlessAborted(signal, () => ({ tokens: countPiece(backend, input.text) }))),
    ),
    tokensAt: os.tokensAt.handler(({ input: { sequence, from, to } }) =>
      backend.tokensAt(sequence, from, Math.min(to, from + heldTokensAtOnce)),
    ),
    stopTurn: os.stopTurn.handler(({ input }) => {
      turns.stop(input.turnId)
      return {}
    }),
    endReasoning: os.endReasoning.handler(({ input }) => {
      turns.endReasoning(input.turnId)
      return {}
    }),
    followTurn: os.followTurn.handler(({ input, signal }) => followTurn(input, signal)),
    followCache: os.followCache.handler(({ input, signal }) => followCache(input, signal)),
    grant: os.grant.handler(({ input }) => {
      ledgers.grant(input.streamId, input.received)
      return {}
    }),
  })
}

/** Skips the requests of a window that has closed. */
async function unlessAborted<T>(signal: AbortSignal | undefined, work: () => T): Promise<T> {
  signal?.throwIfAborted()
  await setImmediate()
  signal?.throwIfAborted()
  return work()
}

function readerOf({ prompts }: EngineBackend): PromptReader {
  if (!prompts) throw coded('no-model-loaded', {})
  return prompts
}

function keeperOf({ prefixKeeper }: EngineBackend): PrefixKeeper {
  if (!prefixKeeper) throw coded('no-model-loaded', {})
  return prefixKeeper
}

function countPiece(backend: EngineBackend, text: string): number {
  if (text.length > countedCharacters) throw coded('text-piece-too-long', { characters: text.length, limitCharacters: countedCharacters })
  return backend.countTokens(text)
}
