import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { LabWork, RecordedLook, Recording, RecordingNews, RecordingRequest } from '../../../core/contract/lab/lab'
import { follow } from '../../../core/streams/follow'
import { connectedHost } from '../../client/app-store'
import { type ShownFailure, shownFailure } from '../../client/failures'
import { examples } from './examples'
import { momentsOf, stepAt } from './lane-at'
import { type Pattern, readPattern } from './pattern'

export interface LaneSight {
  readonly look: (RecordedLook & { readonly at: string; readonly step: number }) | null
  readonly pattern: (Pattern & { readonly at: string }) | null
}
/** A pattern covers all steps, so its `step` is 0. */
export const sightAt = (layer: number, queryHead: number, step: number): string => `${layer}/${queryHead}/${step}`
const blind: LaneSight = { look: null, pattern: null }

export interface RecordingState {
  readonly request: RecordingRequest
  /** null if no recording is being made. `share` is the progress, 0 to 1. */
  readonly progress: { readonly share: number; readonly work: LabWork } | null
  readonly recording: Recording | null
  readonly closed: Extract<RecordingNews, { type: 'closed' }>['because'] | null
  readonly trouble: ShownFailure | null
  /** Counts from 0, the first step of the prompt. */
  readonly moment: number
  readonly layer: number
  readonly queryHead: number
  readonly isPlaying: boolean
  readonly sights: readonly [LaneSight, LaneSight]
}

export const recordingStore = createStore<RecordingState>(() => ({
  request: {
    modelId: null,
    question: examples[0]?.question ?? '',
    lanes: [
      { policy: 'snapkv', fault: 'none' },
      { policy: 'window', fault: 'none' },
    ],
    mode: 'query-aware',
    budgetTokens: 64,
    answerTokens: 16,
  },
  progress: null,
  recording: null,
  closed: null,
  trouble: null,
  moment: 0,
  // The induction head of the embedded model: it finds earlier uses of the same words and copies the text that followed.
  layer: 1,
  queryHead: 2,
  isPlaying: false,
  sights: [blind, blind],
}))
const { setState, getState } = recordingStore
export const useRecording = <T>(select: (state: RecordingState) => T): T => useStore(recordingStore, select)

export const changeRequest = (change: Partial<RecordingRequest>): void =>
  setState(({ request }) => ({ request: { ...request, ...change } }))
export const dismissTrouble = (): void => setState({ trouble: null })

let following = new AbortController()
const progressMs = 200

export async function startRecording(): Promise<void> {
  following.abort()
  const own = new AbortController()
  following = own
  setState({
    progress: { share: 0, work: { kind: 'starting' } },
    recording: null,
    closed: null,
    trouble: null,
    isPlaying: false,
    sights: [blind, blind],
  })
  try {
    const host = await connectedHost()
    const request = { ...getState().request, everyMs: progressMs }
    for await (const news of follow(host, host.lab.record, request, own.signal)) if (following === own) heard(news)
    if (following === own && getState().closed === null) setState({ progress: null, closed: 'ended' })
  } catch (error) {
    if (following === own) setState({ progress: null, trouble: own.signal.aborted ? null : shownFailure(error) })
  }
}

export function cancelRecording(): void {
  following.abort()
  setState({ progress: null })
}

const prefersStill = window.matchMedia('(prefers-reduced-motion: reduce)')

/** A hidden recording frees its memory after this time. */
const keptMs = 5 * 60_000
let leaving: ReturnType<typeof setTimeout> | undefined

export const stay = (): void => clearTimeout(leaving)
export function leave(): void {
  pause()
  leaving = setTimeout(() => {
    following.abort()
    if (getState().recording) setState({ closed: 'ended' })
  }, keptMs)
}

function heard(news: RecordingNews): void {
  if (news.type === 'progress') return setState({ progress: news })
  if (news.type === 'closed') return setState({ closed: news.because, isPlaying: false })
  const { recording } = news
  const { layers, queryHeads } = recording.model
  setState(({ layer, queryHead }) => ({
    progress: null,
    recording,
    moment: 0,
    isPlaying: !prefersStill.matches,
    layer: Math.min(layer, layers - 1),
    queryHead: Math.min(queryHead, queryHeads - 1),
  }))
}

export const lastMoment = ({ lanes }: Recording): number => Math.max(...lanes.map(momentsOf)) - 1

export function showMoment(moment: number): void {
  const { recording } = getState()
  if (!recording) return
  const last = lastMoment(recording)
  const shown = Math.max(0, Math.min(last, moment))
  setState(({ isPlaying }) => ({ moment: shown, isPlaying: isPlaying && shown < last }))
}

export const showHead = (layer: number, queryHead: number): void => setState({ layer, queryHead })

export function play(): void {
  const { recording, moment } = getState()
  if (recording && moment >= lastMoment(recording)) showMoment(0)
  setState({ isPlaying: true })
}
export const pause = (): void => setState({ isPlaying: false })

/** Drops an answer that comes after the user has moved on to another step, head or recording. */
export async function see(lane: 0 | 1, what: 'pattern' | 'look', step: number): Promise<void> {
  const { recording, layer, queryHead, closed } = getState()
  if (!recording || closed) return
  const head = { recordingId: recording.id, lane, layer, queryHead }
  try {
    const { lab } = await connectedHost()
    const at = sightAt(layer, queryHead, step)
    const sight: Partial<LaneSight> =
      what === 'look'
        ? { look: { ...(await lab.look({ ...head, step })), at, step } }
        : { pattern: { ...readPattern(await lab.attention(head)), at } }
    const now = getState()
    const isPast = what === 'look' && stepAt(recording.lanes[lane], now.moment) !== step
    if (isPast || now.recording?.id !== recording.id || now.layer !== layer || now.queryHead !== queryHead) return
    setState(({ sights }) => ({
      sights: sights.map((one, at) => (at === lane ? { ...one, ...sight } : one)) as unknown as RecordingState['sights'],
    }))
  } catch (error) {
    if (getState().closed === null) setState({ trouble: shownFailure(error) })
  }
}
