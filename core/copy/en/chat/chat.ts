import { list } from './list'
import { markdown } from './markdown'

/** The texts of the chat. */
export const chat = { list, markdown }
