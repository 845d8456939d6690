import type { AppStateHolder } from '../common/app-state'

/**
 * Calls `work` while no turn, tool call or measurement runs, and again if one interrupted it. When interrupted, `work` returns undefined or throws.
 * Returns undefined if `signal` is aborted.
 */
export async function whenIdle<T>(
  state: AppStateHolder,
  signal: AbortSignal,
  work: (ends: AbortSignal) => Promise<T | undefined>,
): Promise<T | undefined> {
  for (;;) {
    await untilBusy(state, false, signal)
    if (signal.aborted) return undefined
    const ended = new AbortController()
    const busy = new AbortController()
    const ends = AbortSignal.any([signal, busy.signal])
    void untilBusy(state, true, ended.signal).then(() => busy.abort())
    const result = await work(ends)
      .catch((error: unknown) => {
        if (!ends.aborted) throw error
      })
      .finally(() => ended.abort())
    if (result !== undefined) return result
  }
}

async function untilBusy(state: AppStateHolder, wanted: boolean, signal: AbortSignal): Promise<void> {
  const next = state.reader(0, signal)
  const isBusy = () => {
    const { turns, toolCalls, compareRunId, bandwidth } = state.value
    return turns.length > 0 || toolCalls.length > 0 || compareRunId !== null || bandwidth.isMeasuring
  }
  while (isBusy() !== wanted && !signal.aborted) await next()
}
