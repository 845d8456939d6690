import type { chat as english } from '../../en/chat/chat'
import { answerCount } from './answer-count'
import { composer } from './composer'
import { list } from './list'
import { markdown } from './markdown'
import { systemPrompt } from './system-prompt'
import { thread } from './thread'

export const chat: typeof english = { answerCount, composer, list, markdown, systemPrompt, thread }
