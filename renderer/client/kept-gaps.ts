/**
 * Keeps gaps between tokens across reloads, in session storage written when the page unloads. The database has the percentiles of every
 * answer.
 */
import { allGapRecords, GapRecord, putGapRecord, type StoredGaps } from './gap-record'

const key = 'headroom-gaps'

/** Call once, before the first render. */
export function keepGaps(): void {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? '[]') as readonly (readonly [string, StoredGaps])[]
    for (const [turnId, gaps] of stored) putGapRecord(turnId, GapRecord.from(gaps))
  } catch (error) {
    // The user needs no message: the percentiles are stored elsewhere.
    console.warn('kept gaps', error)
  }
  window.addEventListener('pagehide', () => sessionStorage.setItem(key, JSON.stringify(allGapRecords())))
}
