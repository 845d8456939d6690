import type { chat as english } from '../../en/chat/chat'
import { answerCount } from './answer-count'
import { composer } from './composer'
import { figures } from './figures'
import { list } from './list'
import { markdown } from './markdown'
import { report } from './report'
import { systemPrompt } from './system-prompt'
import { thread } from './thread'

export const chat: typeof english = { answerCount, composer, figures, list, markdown, report, systemPrompt, thread }
