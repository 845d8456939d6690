/**
 * Answers that are being written, as they come from the engine.
 * One store per turn, so that a token redraws one message and nothing else.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { TurnUpdate } from '../../core/contract/turn'
import { pause } from '../../core/streams/changes'
import { granting } from '../../core/streams/pacing'
import { newStreamId } from './app-store'
import { DrawingBudget, draw } from './drawing-budget'
import { gapRecord } from './gap-record'
import type { EngineClient } from './transport'

export interface LiveTurn {
  readonly text: string
  /** The newest update, without its increments; undefined before the first. */
  readonly last:
    | Pick<TurnUpdate, 'phase' | 'promptTokens' | 'reusedTokens' | 'processedTokens' | 'outputTokens' | 'ttftMs' | 'usedCells'>
    | undefined
}
export type LiveTurnStore = StoreApi<LiveTurn>

/** The engine sends no oftener than this; how often is up to the window, which asks again when it may draw. */
const everyMs = 16

const stores = new Map<string, LiveTurnStore>()

/** The store of a turn; follows it from the first call on, once there is an engine. */
export function liveTurn(turnId: string, engine: EngineClient | undefined): LiveTurnStore {
  let store = stores.get(turnId)
  if (!store) {
    store = createStore<LiveTurn>(() => ({ text: '', last: undefined }))
    if (!engine) return store
    stores.set(turnId, store)
    void follow(turnId, engine, store).catch((error: unknown) => console.warn('turn', turnId, error))
  }
  return store
}

/** The turn is in the store of conversations now; what was shown of it is no longer needed. */
export function forgetTurn(turnId: string): void {
  stores.delete(turnId)
}

async function follow(turnId: string, engine: EngineClient, store: LiveTurnStore): Promise<void> {
  const streamId = newStreamId()
  const updates = await engine.followTurn({ streamId, turnId, everyMs })
  const budget = new DrawingBudget()
  const record = gapRecord(turnId)
  record.clear()
  for await (const { text, itlMs, marks, metrics, failure, ...last } of granting(updates, (received) =>
    engine.grant({ streamId, received }),
  )) {
    const started = performance.now()
    record.add(itlMs, marks, started)
    budget.drawn(await draw(() => store.setState((before) => ({ text: before.text + text, last }))))
    const isOver = last.phase === 'finished' || last.phase === 'failed'
    if (isOver) record.end(performance.now())
    else await pause(started + budget.everyMs - performance.now(), undefined)
  }
}
