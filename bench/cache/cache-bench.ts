import { ratioBenchOf } from '../engine/ratio-bench'
import { anatomyRows } from './rows/anatomy'
import { answersRows } from './rows/answers'
import { documentRows } from './rows/documents'
import { draftModelRows } from './rows/draft-model'
import { equalAnswersRows } from './rows/equal-answers'
import { evictionRows } from './rows/eviction'
import { growingChatRows } from './rows/growing-chat'
import { restoreRows } from './rows/restore'
import { speculationRows } from './rows/speculation'
import { streamingRows } from './rows/streaming'
import { waysRows } from './rows/ways'

const rowsOf = {
  restore: restoreRows,
  documents: documentRows,
  growing: growingChatRows,
  streaming: streamingRows,
  answers: answersRows,
  equal: equalAnswersRows,
  speculation: speculationRows,
  draft: draftModelRows,
  anatomy: anatomyRows,
  eviction: evictionRows,
  ways: waysRows,
} as const

export const cacheBench = (args: readonly string[]): Promise<number> => ratioBenchOf('bench:cache', rowsOf, args)
