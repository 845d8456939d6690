import type { chat as english } from '../../en/chat/chat'
import { list } from './list'
import { markdown } from './markdown'

export const chat: typeof english = { list, markdown }
