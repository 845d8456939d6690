/** Which servers a conversation uses. */
import type { ConversationTool, ToolsPrice } from '../../../core/contract/chat/conversation-tools'
import { mostTools } from '../../../core/contract/chat/tools'
import { coded } from '../../../core/contract/errors/coded-error'
import { withoutServer, withServer } from '../../../core/tools/freeze-tools'
import type { McpHub } from '../../mcp/mcp-hub'
import type { Store } from '../../store/store'
import type { PreviewService } from '../chat/preview-service'
import type { AppStateHolder } from '../common/app-state'

export interface Switched {
  readonly conversationId: string | null
  readonly server: string
  readonly isOn: boolean
}

export class ToolService {
  constructor(
    private readonly store: Store,
    private readonly state: AppStateHolder,
    private readonly hub: McpHub,
    private readonly previews: Pick<PreviewService, 'previewTools'>,
  ) {}

  /** Starts the server if it is to be switched on. Throws `mcp-not-started`, `mcp-server-not-found`, `mcp-too-many-tools`, and what `previewTools` throws. */
  async preview(switched: Switched): Promise<ToolsPrice> {
    return this.previews.previewTools(switched.conversationId, await this.toolsAfter(switched))
  }

  /** Throws `conversation-busy`, `mcp-not-started`, `mcp-server-not-found`, `mcp-too-many-tools`. */
  async switch(switched: Switched & { readonly conversationId: string }): Promise<void> {
    const { conversationId } = switched
    const tools = await this.toolsAfter(switched)
    this.state.assertNotAnswering(conversationId)
    this.store.conversations.setTools(conversationId, tools)
    this.state.changed('conversations')
  }

  private async toolsAfter({ conversationId, server, isOn }: Switched): Promise<ConversationTool[]> {
    const { conversations } = this.store
    if (conversationId !== null) conversations.get(conversationId)
    const before = conversationId === null ? [] : conversations.tools(conversationId)
    if (!isOn) return withoutServer(before, server)
    await this.hub.start(server)
    const tools = withServer(before, server, this.hub.toolsOf(server))
    if (tools.length > mostTools) throw coded('mcp-too-many-tools', { tools: tools.length, mostTools })
    return tools
  }
}
