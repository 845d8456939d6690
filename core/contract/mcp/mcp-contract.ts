import { oc } from '@orpc/contract'
import { z } from 'zod'
import { callDecision, toolsPrice } from '../chat/conversation-tools'
import { errorsOf } from '../errors/errors'
import { foundServers, listedServer, serverName } from './mcp-servers'

const nothing = z.object({})
const named = z.object({ name: serverName })
const conversation = z.object({ conversationId: z.string() })
const storeErrors = errorsOf('disk-full', 'store-failed')
const configCharacters = 1_000_000

export const mcpContract = {
  list: oc.output(z.array(listedServer)),
  /** The server's part of an `mcp.json`. */
  read: oc
    .errors(errorsOf('mcp-server-not-found'))
    .input(named)
    .output(z.object({ text: z.string() })),
  /** Adds the servers of an `mcp.json`, after the host has asked the user about those that are programs. Replaces a server of the same name. */
  save: oc
    .errors({ ...storeErrors, ...errorsOf('mcp-config-invalid', 'mcp-not-allowed') })
    .input(z.object({ text: z.string().max(configCharacters) }))
    .output(z.object({ names: z.array(serverName) })),
  remove: oc
    .errors({ ...storeErrors, ...errorsOf('mcp-server-not-found') })
    .input(named)
    .output(nothing),
  /** Returns when the server has listed its tools or has failed. */
  start: oc.errors(errorsOf('mcp-server-not-found')).input(named).output(nothing),
  stop: oc.errors(errorsOf('mcp-server-not-found')).input(named).output(nothing),
  /** The newest text of the server's standard error. */
  log: oc
    .errors(errorsOf('mcp-server-not-found'))
    .input(named)
    .output(z.object({ text: z.string() })),
  /** Reads files of other apps. */
  find: oc.output(z.array(foundServers)),
  importFound: oc
    .errors({ ...storeErrors, ...errorsOf('mcp-config-invalid', 'mcp-not-allowed', 'file-not-found', 'file-unreadable') })
    .input(foundServers.pick({ app: true }))
    .output(z.object({ names: z.array(serverName) })),
}

const switched = conversation.extend({ server: serverName, isOn: z.boolean() })
const toolErrors = errorsOf(
  'conversation-not-found',
  'conversation-busy',
  'mcp-server-not-found',
  'mcp-not-ready',
  'mcp-not-started',
  'mcp-server-gone',
  'mcp-too-many-tools',
  'no-model-loaded',
  'template-failed',
  'tools-refused',
  'disk-full',
  'store-failed',
)

export const toolsContract = {
  /** What `switch` would cost. null stands for a new conversation. */
  preview: oc
    .errors(toolErrors)
    .input(switched.extend({ conversationId: z.string().nullable() }))
    .output(toolsPrice),
  switch: oc.errors(toolErrors).input(switched).output(nothing),
  decide: oc
    .errors(errorsOf('tool-call-not-found', 'disk-full', 'store-failed'))
    .input(z.object({ callId: z.string(), decision: callDecision }))
    .output(nothing),
  /** Ends the calls that are waiting or running. No result is stored. */
  stopCalls: oc.input(conversation).output(nothing),
  /** Asks the user again whether the calls of an answer may run. If the message has the results of calls, starts the answer to them. */
  resume: oc
    .errors({ ...toolErrors, ...errorsOf('message-not-found', 'compare-busy', 'engine-gone', 'calls-not-possible') })
    .input(conversation.extend({ messageId: z.string() }))
    .output(nothing),
}
