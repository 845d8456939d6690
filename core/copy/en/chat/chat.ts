import { list } from './list'

/** The texts of the chat. */
export const chat = { list }
