import type { chat as english } from '../../en/chat/chat'
import { list } from './list'
import { markdown } from './markdown'
import { thread } from './thread'

export const chat: typeof english = { list, markdown, thread }
