/**
 * `npm run bench:library`: models on their way to this machine and on it, and the packaged app. What others can do too is compared with
 * them in the same minutes: curl, sha256sum, reading the same bytes. A row is a file in ./rows.
 */
import { ratioBenchOf } from '../engine/ratio-bench'
import { downloadRows } from './rows/download'
import { hashingRows } from './rows/hashing'
import { scanRows } from './rows/scan'
import { sizeRows } from './rows/size'
import { startRows } from './rows/start'

/** In the order in which they run. */
const rowsOf = {
  download: downloadRows,
  hashing: hashingRows,
  scan: scanRows,
  start: startRows,
  size: sizeRows,
} as const

export const libraryBench = (args: readonly string[]): Promise<number> => ratioBenchOf('bench:library', rowsOf, args)
