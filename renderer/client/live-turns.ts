/** Each streaming turn has its own store, so that a token redraws only one message. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { MessagePart } from '../../core/contract/chat/message-parts'
import type { TurnUpdate } from '../../core/contract/chat/turn'
import { pause } from '../../core/streams/changes'
import { follow } from '../../core/streams/follow'
import { appStore } from './app-store'
import { DrawingBudget, draw, drawingShares } from './drawing-budget'
import { gapRecord } from './gap-record'
import { applyWaiting, whileAnswering } from './shared-frame'
import type { EngineClient } from './transport'

export interface LiveTurn {
  readonly text: string
  /** undefined if the answer is one text. */
  readonly parts: readonly MessagePart[] | undefined
  /** The latest update, without its text and gaps. */
  readonly last:
    | Pick<
        TurnUpdate,
        'phase' | 'waits' | 'promptTokens' | 'reusedTokens' | 'processedTokens' | 'outputTokens' | 'ttftMs' | 'usedCells' | 'speculation'
      >
    | undefined
  /** The gaps between the tokens so far. */
  readonly gaps: { readonly count: number; readonly ms: number }
}
export const noLiveTurn: LiveTurn = { text: '', parts: undefined, last: undefined, gaps: { count: 0, ms: 0 } }
export type LiveTurnStore = StoreApi<LiveTurn>

const stores = new Map<string, LiveTurnStore>()
const followed = new WeakSet<LiveTurnStore>()

export function liveTurn(turnId: string): LiveTurnStore {
  const known = stores.get(turnId)
  if (known) return known
  const store = createStore<LiveTurn>(() => noLiveTurn)
  stores.set(turnId, store)
  return store
}

/** Call it from an effect. The stream outlives the component, which may scroll away. */
export function followLiveTurn(turnId: string, engine: EngineClient): void {
  const store = liveTurn(turnId)
  if (followed.has(store)) return
  followed.add(store)
  void whileAnswering(() => followTurn(turnId, engine, store)).catch((error: unknown) => console.warn('turn', turnId, error))
}

/** Call it once the conversation store has the turn's stored text. */
export function forgetTurn(turnId: string): void {
  stores.delete(turnId)
}

async function followTurn(turnId: string, engine: EngineClient, store: LiveTurnStore): Promise<void> {
  let isOver = false
  try {
    await readUpdates(turnId, engine, store, () => {
      isOver = true
    })
  } finally {
    // If the engine has died, the host may have less of the answer than the screen.
    const { text, parts } = store.getState()
    if (!isOver) await appStore.getState().host?.turns.shown({ turnId, text, ...(parts && { parts: [...parts] }) })
  }
}

async function readUpdates(turnId: string, engine: EngineClient, store: LiveTurnStore, onOver: () => void): Promise<void> {
  const budget = new DrawingBudget(drawingShares[decoderLocation()] / turnsUnderWay())
  const record = gapRecord(turnId)
  record.clear()
  for await (const { text, parts, itlMs, marks, metrics, failure, ...last } of follow(engine, engine.followTurn, { turnId })) {
    const started = performance.now()
    const show = () => {
      record.add(itlMs, marks, started)
      store.setState((before) => ({
        text: before.text + text,
        parts: parts ?? before.parts,
        last,
        gaps: { count: before.gaps.count + itlMs.length, ms: itlMs.reduce((sum, gap) => sum + gap, before.gaps.ms) },
      }))
      applyWaiting()
    }
    budget.drawn(await draw(show))
    const isOver = last.phase === 'finished' || last.phase === 'failed'
    if (isOver) {
      record.end(performance.now())
      onOver()
    } else await pause(started + budget.everyMs - performance.now(), undefined)
  }
}

const turnsUnderWay = (): number => Math.max(1, appStore.getState().app?.turns.length ?? 1)

function decoderLocation(): keyof typeof drawingShares {
  const { engine, model } = appStore.getState().app ?? {}
  if (engine?.status === 'ready' && engine.info.backend !== 'cpu') return 'gpu'
  const threads = model?.status === 'ready' ? model.context.threads.chosen : navigator.hardwareConcurrency
  return navigator.hardwareConcurrency > threads ? 'spareCore' : 'noSpareCore'
}
