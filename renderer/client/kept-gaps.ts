/**
 * Gaps between tokens outlive a reload of the window: it takes them along in the storage of its tab, written once, when it
 * goes. They end with the tab; the database has the percentiles of every answer.
 */
import { allGapRecords, GapRecord, putGapRecord, type StoredGaps } from './gap-record'

const key = 'headroom-gaps'

/** Called once, before anything is drawn. */
export function keepGaps(): void {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? '[]') as readonly (readonly [string, StoredGaps])[]
    for (const [turnId, gaps] of stored) putGapRecord(turnId, GapRecord.from(gaps))
  } catch (error) {
    // Not worth a word to the user: the figures are stored elsewhere.
    console.warn('kept gaps', error)
  }
  window.addEventListener('pagehide', () => sessionStorage.setItem(key, JSON.stringify(allGapRecords())))
}
