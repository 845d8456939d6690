import type { OpenCall } from '../../../core/contract/chat/conversation-tools'
import type { ListedServer } from '../../../core/contract/mcp/mcp-servers'
import { mostRounds } from '../../../core/tools/calls-in'
import { conversationStore } from '../../chat/conversation/conversation-store'
import { Message } from '../../chat/message'
import { ToolsDialog } from '../../chat/tools/tools-dialog'
import { toolsStore } from '../../chat/tools/tools-store'
import { answer, appState, endlessWord, message, thread } from '../facts'
import { story } from '../story'

export default { title: 'Tools' }

const given = '{"path":"/notes/kv-cache.md"}'
const written = `<tool_call>\n{"name": "read_text_file", "arguments": ${given}}\n</tool_call>`
const call = { type: 'tool-call', from: 0, to: written.length, id: 'call-0', name: 'read_text_file', arguments: given } as const
const calling = answer({ text: written, parts: [call] })
const result = (text: string, isError = false) =>
  message({
    id: 'r',
    parentId: 'a',
    role: 'tool',
    text,
    parts: [{ type: 'tool-result', from: 0, to: text.length, id: 'call-0', name: 'read_text_file', isError }],
  })
const openCall = (state: OpenCall['state']): OpenCall => ({
  callId: 'k',
  conversationId: 'c',
  answerId: 'a',
  partId: 'call-0',
  server: 'files',
  tool: 'read_text_file',
  state,
})
const tools = [{ server: 'files', tool: 'read_text_file', name: 'read_text_file' }]
const engine = { countTokens: ({ text }: { text: string }) => ({ tokens: Math.ceil(text.length / 4) }) }
type Shown = Parameters<typeof Message>[0]['message']
const shown = (messages: Shown[], toolCalls: OpenCall[] = []) =>
  story(
    () => (
      <div className="overflow-y-auto">
        {messages.map((one, at) => (
          <Message key={one.id} message={one} position={at + 1} of={messages.length} />
        ))}
      </div>
    ),
    {
      app: appState({ toolCalls }),
      engine,
      host: { tools: { decide: () => ({}), resume: () => ({}) } },
      before: () => conversationStore.setState({ openId: 'c', thread: { ...thread(messages), tools } }),
    },
  )

export const CallAsking = shown([message(), calling], [openCall('asking')])
export const CallRunning = shown([message(), calling], [openCall('running')])
export const CallNotRun = shown([message(), calling])
export const CallOverflowing = shown(
  [
    message(),
    answer({ text: written, parts: [{ ...call, name: endlessWord.slice(0, 128), arguments: JSON.stringify({ path: endlessWord }) }] }),
  ],
  [openCall('asking')],
)
export const CallAfterTooManyRounds = shown([
  message(),
  ...Array.from({ length: mostRounds }, (_, round) => ({ ...result('inside'), id: `r${round}` })),
  calling,
])
export const ResultFolded = shown([message(), calling, result('The cache keeps keys and values.'), answer({ id: 'b', parentId: 'r' })])
export const ResultError = shown([message(), calling, result('The user refused this call.', true), answer({ id: 'b', parentId: 'r' })])
export const ResultWithoutAnswer = shown([message(), calling, result('The cache keeps keys and values.')])

const servers: ListedServer[] = [
  {
    name: 'files',
    summary: 'npx -y @modelcontextprotocol/server-filesystem /notes',
    state: { status: 'ready', tools: [{ name: 'read_text_file', description: 'Reads a file', schemaRefusal: null }] },
  },
  { name: 'search', summary: 'https://example.org/mcp', state: { status: 'stopped' } },
  { name: 'clock', summary: 'clock', state: { status: 'starting' } },
  {
    name: 'broken',
    summary: `node ${endlessWord}`,
    state: { status: 'failed', failure: { code: 'mcp-server-gone', facts: { name: 'broken', quoted: 'no license' } } },
  },
]
const info = { version: '1', host: 'web', platform: 'linux', dataFolder: '/data', memoryBytes: 0 } as const
const dialog = (change: Partial<ReturnType<typeof toolsStore.getState>> = {}, listed: ListedServer[] = servers) =>
  story(() => <ToolsDialog />, {
    app: appState(),
    info,
    host: { mcp: { list: () => listed, save: () => ({ names: ['files', 'clock'] }), start: () => ({}) } },
    before: () => toolsStore.setState({ isOpen: true, ...change }),
  })

export const DialogEmpty = dialog({}, [])
export const DialogFull = dialog()
export const DialogWithUnboundTools = dialog({}, [
  {
    name: 'search',
    summary: 'https://example.org/mcp',
    state: {
      status: 'ready',
      tools: [
        { name: 'find', description: 'Finds pages', schemaRefusal: { pointer: '/properties/query/pattern', reason: 'pattern-lookaround' } },
        { name: 'open', description: 'Opens a page', schemaRefusal: null },
        {
          name: endlessWord.slice(0, 128),
          description: '',
          schemaRefusal: { pointer: `/properties/${endlessWord}/not`, reason: 'not-supported' },
        },
        { name: 'sort', description: 'Sorts pages', schemaRefusal: { pointer: '', reason: 'too-large' } },
      ],
    },
  },
])
export const DialogPrice = dialog({
  offer: {
    server: 'files',
    isOn: true,
    price: { listTokens: 1850, processedTokens: 12_400, processMs: 9000, promptTokens: 12_400, contextTokens: 32_768 },
  },
})
export const DialogDoesNotFit = dialog({
  offer: {
    server: 'files',
    isOn: true,
    price: { listTokens: 2175, processedTokens: 2175, processMs: null, promptTokens: 2190, contextTokens: 2048 },
  },
})
export const DialogPriceAtServer = dialog({ offer: { server: 'files', isOn: true, price: { serverListTokens: 1850 } } })
export const DialogPriceUnknown = dialog({ offer: { server: 'files', isOn: true, price: { serverListTokens: null } } })
export const DialogEditing = dialog({
  edited: '{\n  "mcpServers": {}\n}\n',
  trouble: { code: 'mcp-config-invalid', facts: { reason: { kind: 'no-servers' } } },
})
export const DialogNotJson = dialog({
  edited: '{\n  "mcpServers": {\n    "files": { "command": "npx" "args": [] }\n  }\n}\n',
  trouble: { code: 'mcp-config-invalid', facts: { reason: { kind: 'not-json', line: 3, column: 33 } } },
})
export const DialogAskedInTerminal = dialog({ edited: '{\n  "mcpServers": {}\n}\n', isSaving: true })
export const DialogFound = dialog({
  found: [
    { app: 'cursor', path: '/home/me/.cursor/mcp.json', names: ['clock'], failure: null },
    {
      app: 'vscode',
      path: '/home/me/.config/Code/User/mcp.json',
      names: [],
      failure: { code: 'mcp-config-invalid', facts: { reason: { kind: 'not-json', line: 3, column: 5 } } },
    },
  ],
})
