import type { ConversationTool } from '../../../core/contract/chat/conversation-tools'
import type { ToolDefinition } from '../../../core/contract/chat/tools'
import type { Store } from '../../store/store'

/** The tools that each prompt of a conversation lists. */
export const toolsFor = (store: Store, conversationId: string): { tools?: ToolDefinition[] } =>
  definitionsOf(store.conversations.tools(conversationId))

export const definitionsOf = (tools: readonly ConversationTool[]): { tools?: ToolDefinition[] } =>
  tools.length > 0 ? { tools: tools.map(({ definition }) => definition) } : {}
