/**
 * `npm run bench:cache`: what the living cache is worth. Every figure is a ratio of two measurements of one run, on the product's own
 * services and engine; a row is a file in ./rows.
 */
import { ratioBenchOf } from '../engine/ratio-bench'
import { anatomyRows } from './rows/anatomy'
import { answersRows } from './rows/answers'
import { draftModelRows } from './rows/draft-model'
import { equalAnswersRows } from './rows/equal-answers'
import { growingChatRows } from './rows/growing-chat'
import { restoreRows } from './rows/restore'
import { speculationRows } from './rows/speculation'
import { streamingRows } from './rows/streaming'

/** In the order in which they run. */
const rowsOf = {
  restore: restoreRows,
  growing: growingChatRows,
  streaming: streamingRows,
  answers: answersRows,
  equal: equalAnswersRows,
  speculation: speculationRows,
  draft: draftModelRows,
  anatomy: anatomyRows,
} as const

export const cacheBench = (args: readonly string[]): Promise<number> => ratioBenchOf('bench:cache', rowsOf, args)
