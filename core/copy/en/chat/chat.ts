import { answerCount } from './answer-count'
import { composer } from './composer'
import { list } from './list'
import { markdown } from './markdown'
import { systemPrompt } from './system-prompt'
import { thread } from './thread'

/** The texts of the chat. */
export const chat = { answerCount, composer, list, markdown, systemPrompt, thread }
