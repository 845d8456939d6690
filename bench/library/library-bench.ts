import { ratioBenchOf } from '../engine/ratio-bench'
import { downloadRows } from './rows/download'
import { hashingRows } from './rows/hashing'
import { scanRows } from './rows/scan'
import { sizeRows } from './rows/size'
import { startRows } from './rows/start'

const rowsOf = {
  download: downloadRows,
  hashing: hashingRows,
  scan: scanRows,
  start: startRows,
  size: sizeRows,
} as const

export const libraryBench = (args: readonly string[]): Promise<number> => ratioBenchOf('bench:library', rowsOf, args)
