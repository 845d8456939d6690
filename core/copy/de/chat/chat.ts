import type { chat as english } from '../../en/chat/chat'
import { list } from './list'

export const chat: typeof english = { list }
