import { list } from './list'
import { markdown } from './markdown'
import { thread } from './thread'

/** The texts of the chat. */
export const chat = { list, markdown, thread }
