import { z } from 'zod'

export const conversationFolder = z.object({ id: z.string().min(1).max(64), name: z.string() })
export type ConversationFolder = z.infer<typeof conversationFolder>

export const folderName = z.string().regex(/\S/).max(1000)
