import { answerCount } from './answer-count'
import { composer } from './composer'
import { figures } from './figures'
import { list } from './list'
import { markdown } from './markdown'
import { report } from './report'
import { systemPrompt } from './system-prompt'
import { thread } from './thread'

/** The texts of the chat. */
export const chat = { answerCount, composer, figures, list, markdown, report, systemPrompt, thread }
