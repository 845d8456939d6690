import type { chat as english } from '../../en/chat/chat'
import { answerCount } from './answer-count'
import { answers } from './answers'
import { composer } from './composer'
import { contextFull } from './context-full'
import { documents } from './documents'
import { figures } from './figures'
import { imports } from './imports'
import { list } from './list'
import { markdown } from './markdown'
import { reasoning } from './reasoning'
import { report } from './report'
import { systemPrompt } from './system-prompt'
import { thread } from './thread'
import { tools } from './tools'

export const chat: typeof english = {
  answerCount,
  answers,
  composer,
  contextFull,
  documents,
  figures,
  imports,
  list,
  markdown,
  reasoning,
  report,
  systemPrompt,
  thread,
  tools,
}
