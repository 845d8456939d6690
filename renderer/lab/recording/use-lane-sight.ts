import { type LaneSight, sightAt, useRecording } from './recording-store'

/** Keeps the previous view until the Lab answers, unless the recording has been closed. */
export function useLaneSight(which: 0 | 1, step: number): LaneSight {
  const { look, pattern } = useRecording((state) => state.sights[which])
  const layer = useRecording((state) => state.layer)
  const queryHead = useRecording((state) => state.queryHead)
  const isClosed = useRecording((state) => state.closed !== null)
  const isShown = (at: string | undefined, asked: number) => !isClosed || at === sightAt(layer, queryHead, asked)
  return { look: isShown(look?.at, step) ? look : null, pattern: isShown(pattern?.at, 0) ? pattern : null }
}
