import { allGapRecords, GapRecord, putGapRecord, type StoredGaps } from './gap-record'

const key = 'headroom-gaps'

/** Call it once, before the first render. */
export function keepGaps(): void {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? '[]') as readonly (readonly [string, StoredGaps])[]
    for (const [turnId, gaps] of stored) putGapRecord(turnId, GapRecord.from(gaps))
  } catch (error) {
    console.warn('kept gaps', error)
  }
  window.addEventListener('pagehide', () => sessionStorage.setItem(key, JSON.stringify(allGapRecords())))
}
