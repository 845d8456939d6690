/** The tools of one conversation. The list is frozen when a server is switched on, because the model would process the prompt again with another list. */
import { z } from 'zod'
import { mostTools, toolDefinition } from './tools'

export const conversationTool = z.object({
  server: z.string().min(1),
  /** The server's own name for it. The prompt has the name in `definition`. */
  tool: z.string(),
  definition: toolDefinition,
})
export type ConversationTool = z.infer<typeof conversationTool>
/** Sorted by the name in the prompt. */
export const conversationTools = z.array(conversationTool).max(mostTools)

/** A call that is waiting for the user or for its server. */
export const openCall = z.object({
  callId: z.string(),
  conversationId: z.string(),
  answerId: z.string(),
  /** The id in the answer's part. */
  partId: z.string(),
  server: z.string(),
  tool: z.string(),
  state: z.enum(['asking', 'decided', 'running']),
})
export type OpenCall = z.infer<typeof openCall>

export const callDecision = z.enum(['allow', 'always', 'refuse'])
export type CallDecision = z.infer<typeof callDecision>

/** What the prompt costs with another list of tools. */
const localPrice = z.object({
  /** Counts only the server's tools. */
  listTokens: z.number(),
  /** With the next message, without its own text. */
  processedTokens: z.number(),
  processMs: z.number().nonnegative().nullable(),
  /** Counts the whole prompt, without the next message. */
  promptTokens: z.number(),
  contextTokens: z.number(),
})
/** null if the server that writes the answers does not count the tokens of tools. */
const serverPrice = z.object({ serverListTokens: z.number().nonnegative().nullable() })
export const toolsPrice = z.union([localPrice, serverPrice])
export type ToolsPrice = z.infer<typeof toolsPrice>
