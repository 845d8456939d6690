/** The benchmarks that there are, which of them are shown, and the one that runs. */
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { BenchProgress, BenchRun, BenchRunSummary, ExportFormat } from '../../core/contract/bench-runs'
import type { Sentence } from '../../core/contract/sentences'
import { granting } from '../../core/streams/pacing'
import { useApp } from '../app/use-app'
import { appStore, connectedHost, newStreamId } from '../client/app-store'
import { sentenceFor } from '../client/failures'
import { saveFile } from '../client/save-file'
import type { HostClient } from '../client/transport'

export interface RunState {
  /** Newest first; null: not read yet. */
  readonly runs: readonly BenchRunSummary[] | null
  /** Ids of the runs that are shown: the one that was opened, and those laid over it. Empty: the form is shown. */
  readonly shown: readonly string[]
  /** What was read of them. */
  readonly read: Readonly<Record<string, BenchRun>>
  /** null: nothing runs. */
  readonly progress: BenchProgress | null
  readonly trouble: Sentence | null
}

export const runStore = createStore<RunState>(() => ({ runs: null, shown: [], read: {}, progress: null, trouble: null }))
const { setState, getState } = runStore

export const useRuns = <T>(select: (state: RunState) => T): T => useStore(runStore, select)
export const dismissTrouble = (): void => setState({ trouble: null })
export const tell = (trouble: Sentence): void => setState({ trouble })
export const showForm = (): void => setState({ shown: [], trouble: null })

/** Does something with the host; what goes wrong is told. */
export async function attempt<T>(work: (bench: HostClient['bench']) => Promise<T>): Promise<T | undefined> {
  try {
    const done = await work((await connectedHost()).bench)
    setState({ trouble: null })
    return done
  } catch (error) {
    setState({ trouble: sentenceFor(error) })
    return undefined
  }
}

export function openRun(runId: string): void {
  setState({ shown: [runId], trouble: null })
  void readShown()
}

/** Lays a run over the one that is open, or takes it off again. */
export function toggleOverlay(runId: string): void {
  setState(({ shown }) => ({ shown: shown.includes(runId) ? shown.filter((id) => id !== runId) : [...shown, runId] }))
  void readShown()
}

export const start = async (begin: (bench: HostClient['bench']) => Promise<{ runId: string }>): Promise<void> => {
  const started = await attempt(begin)
  if (started) openRun(started.runId)
}

export const pauseRun = (runId: string) => attempt((bench) => bench.pause({ runId }))
export const resumeRun = (runId: string) => attempt((bench) => bench.resume({ runId }))
export const cancelRun = (runId: string) => attempt((bench) => bench.cancel({ runId }))
export const renameRun = (runId: string, title: string) => attempt((bench) => bench.rename({ runId, title }))

export async function removeRun(runId: string): Promise<void> {
  await attempt(async (bench) => {
    await bench.remove({ runId })
    setState(({ shown }) => ({ shown: shown.filter((id) => id !== runId) }))
  })
}

export async function exportRuns(runIds: readonly string[], format: ExportFormat): Promise<void> {
  const file = await attempt((bench) => bench.export({ runIds: [...runIds], format }))
  if (file) saveFile(file)
}

/** What was imported is laid over what is open. */
export async function importFile(file: File): Promise<void> {
  const imported = await attempt(async (bench) => bench.import({ name: file.name, text: await file.text() }))
  if (!imported) return
  const { shown } = getState()
  if (shown.length === 0) openRun(imported.runId)
  else toggleOverlay(imported.runId)
}

async function readList(): Promise<void> {
  const runs = await appStore.getState().host?.bench.list()
  if (!runs) return
  const there = new Set(runs.map(({ id }) => id))
  setState(({ shown }) => ({
    runs: [...runs].sort((a, b) => b.startedAt - a.startedAt),
    shown: shown.every((id) => there.has(id)) ? shown : shown.filter((id) => there.has(id)),
  }))
}

/** Reads what is shown and may have changed: a run that has ended stays as it is, but for its title. */
async function readShown(): Promise<void> {
  const { shown } = getState()
  for (const runId of shown) {
    const run = await attempt((bench) => bench.read({ runId }))
    if (run) setState(({ read }) => ({ read: { ...read, [runId]: run } }))
  }
}

/** Shortest pause between two readings of a run: results come with every repetition. */
const readingMs = 700

/** Follows list, results and progress while the screen is open. */
export function useRunsUpToDate(): void {
  const host = useApp((state) => state.host)
  const revision = useApp((state) => state.app?.revisions.benches)
  useEffect(() => {
    if (!host || revision === undefined) return
    const timer = setTimeout(() => {
      lastReading = performance.now()
      readList().then(readShown, (error: unknown) => setState({ trouble: sentenceFor(error) }))
    }, pauseLeft())
    return () => clearTimeout(timer)
  }, [host, revision])
  useEffect(() => {
    if (!host) return
    const leaving = new AbortController()
    followProgress(host, leaving.signal).catch((error: unknown) => {
      if (!leaving.signal.aborted) console.warn('progress', error)
    })
    return () => leaving.abort()
  }, [host])
}

let lastReading = Number.NEGATIVE_INFINITY
/** At once where nothing was read lately, otherwise when the pause is over. A revision in between takes the place of the one before. */
const pauseLeft = (): number => Math.max(0, lastReading + readingMs - performance.now())

const progressMs = 250

async function followProgress(host: HostClient, signal: AbortSignal): Promise<void> {
  const streamId = newStreamId()
  const stream = await host.bench.follow({ streamId, everyMs: progressMs }, { signal })
  for await (const progress of granting(stream, (received) => host.grant({ streamId, received }))) setState({ progress })
}
