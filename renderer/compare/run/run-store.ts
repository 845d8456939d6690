import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { importedFileBytes } from '../../../core/contract/compare/compare-limits'
import type { CompareProgress, CompareRun, CompareRunSummary, ExportFormat } from '../../../core/contract/compare/compare-runs'
import { follow } from '../../../core/streams/follow'
import { appStore, connectedHost } from '../../client/app-store'
import { type ShownFailure, shownFailure } from '../../client/failures'
import { saveFile } from '../../client/save-file'
import { textOf } from '../../client/sendable'
import type { HostClient } from '../../client/transport'
import { useApp } from '../../client/use-app'

export interface RunState {
  /** Newest first. null while loading. */
  readonly runs: readonly CompareRunSummary[] | null
  /** The open run, then its overlays. Empty while the form is shown. */
  readonly shown: readonly string[]
  readonly read: Readonly<Record<string, CompareRun>>
  readonly progress: CompareProgress | null
  readonly trouble: ShownFailure | null
}

export const runStore = createStore<RunState>(() => ({ runs: null, shown: [], read: {}, progress: null, trouble: null }))
const { setState, getState } = runStore

export const useRuns = <T>(select: (state: RunState) => T): T => useStore(runStore, select)
export const dismissTrouble = (): void => setState({ trouble: null })
export const showForm = (): void => setState({ shown: [], trouble: null })

/** On failure, sets `trouble` and returns undefined. */
export async function attempt<T>(work: (compare: HostClient['compare']) => Promise<T>): Promise<T | undefined> {
  try {
    const done = await work((await connectedHost()).compare)
    setState({ trouble: null })
    return done
  } catch (error) {
    setState({ trouble: shownFailure(error) })
    return undefined
  }
}

export function openRun(runId: string): void {
  setState({ shown: [runId], trouble: null })
  void tellWhatFails(readShown())
}

export function toggleOverlay(runId: string): void {
  setState(({ shown }) => ({ shown: shown.includes(runId) ? shown.filter((id) => id !== runId) : [...shown, runId] }))
  void tellWhatFails(readShown())
}

export const start = async (begin: (compare: HostClient['compare']) => Promise<{ runId: string }>): Promise<void> => {
  const started = await attempt(begin)
  if (started) openRun(started.runId)
}

export const pauseRun = (runId: string) => attempt((compare) => compare.pause({ runId }))
export const resumeRun = (runId: string) => attempt((compare) => compare.resume({ runId }))
export const cancelRun = (runId: string) => attempt((compare) => compare.cancel({ runId }))
export const renameRun = (runId: string, title: string) => attempt((compare) => compare.rename({ runId, title }))

export async function removeRun(runId: string): Promise<void> {
  await attempt(async (compare) => {
    await compare.remove({ runId })
    setState(({ shown }) => ({ shown: shown.filter((id) => id !== runId) }))
  })
}

export async function exportRuns(runIds: readonly string[], format: ExportFormat): Promise<void> {
  const file = await attempt((compare) => compare.export({ runIds: [...runIds], format }))
  if (file) saveFile(file)
}

/** Opens a run of Headroom. Overlays a run of another program on the open run, or opens it if no run is open. */
export async function importFile(file: File): Promise<void> {
  const imported = await attempt(async (compare) => compare.import({ name: file.name, text: await textOf(file, importedFileBytes) }))
  if (!imported) return
  const { shown } = getState()
  if (shown.length === 0 || imported.isOwnRun) openRun(imported.runId)
  else toggleOverlay(imported.runId)
}

async function readList(): Promise<void> {
  const runs = await appStore.getState().host?.compare.list()
  if (!runs) return
  const there = new Set(runs.map(({ id }) => id))
  setState(({ shown }) => ({
    runs: [...runs].sort((a, b) => b.startedAt - a.startedAt),
    shown: shown.every((id) => there.has(id)) ? shown : shown.filter((id) => there.has(id)),
  }))
}

async function readShown(): Promise<void> {
  const { shown } = getState()
  for (const runId of shown) {
    const run = await (await connectedHost()).compare.read({ runId })
    setState(({ read }) => ({ read: { ...read, [runId]: run } }))
  }
}

const tellWhatFails = (work: Promise<void>): Promise<void> => work.catch((error: unknown) => setState({ trouble: shownFailure(error) }))

const readingMs = 1000
/** Reading and drawing a run takes at most this share of the time, because it slows down the measurement. */
const readingShare = 0.03

let mayReadAt = Number.NEGATIVE_INFINITY
const pauseLeft = (): number => Math.max(0, mayReadAt - performance.now())

async function readAll(): Promise<void> {
  const begun = performance.now()
  await tellWhatFails(readList().then(readShown))
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  mayReadAt = performance.now() + Math.max(readingMs, (performance.now() - begun) / readingShare)
}

export function useRunsUpToDate(): void {
  const host = useApp((state) => state.host)
  const revision = useApp((state) => state.app?.revisions.compareRuns)
  const isRunning = useRuns((state) => state.progress?.state === 'running')
  useEffect(() => {
    if (!host || revision === undefined) return
    const timer = setTimeout(() => void readAll(), isRunning ? pauseLeft() : 0)
    return () => clearTimeout(timer)
  }, [host, revision, isRunning])
  useEffect(() => {
    if (!host) return
    const leaving = new AbortController()
    followProgress(host, leaving.signal).catch((error: unknown) => {
      if (!leaving.signal.aborted) console.warn('progress', error)
    })
    return () => leaving.abort()
  }, [host])
}

const progressMs = 500

async function followProgress(host: HostClient, signal: AbortSignal): Promise<void> {
  for await (const progress of follow(host, host.compare.follow, { everyMs: progressMs }, signal)) setState({ progress })
}
