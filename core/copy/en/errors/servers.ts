import type { ErrorFacts, NestedFailure } from '../../../contract/errors/errors'
import { formatCount } from '../../../text/amounts'
import { say, type Writers } from '../../types/sentence'

export const serverSentences = {
  'mcp-config-invalid': ({ reason }) =>
    say(
      `The configuration of the servers cannot be used. ${invalidConfig(reason)}`,
      'Nothing was changed. Enter the text that the server’s documentation gives for an mcp.json file.',
    ),
  'mcp-not-allowed': ({ reason }) =>
    reason === 'refused'
      ? say('Nothing was saved, because you did not allow Headroom to start the servers.', 'To save them, save again and allow it.')
      : say(
          'Nothing was saved. Headroom asks in its terminal before it saves a new or changed server, but it has no terminal.',
          'Start Headroom in a terminal, save again, and answer there.',
        ),
  'mcp-server-not-found': ({ name }) => say(`There is no server called “${name}”.`, 'It may have been removed. Add it again.'),
  'mcp-not-started': ({ name, reason }, describe) =>
    say(`The server “${name}” did not start. ${notStarted(reason, describe)}`, 'Check its configuration and its log, then start it again.'),
  'mcp-server-gone': ({ name, quoted }) =>
    say(
      `The server “${name}” has stopped.${quoted === '' ? '' : ` The last lines of its log are: “${quoted}”.`}`,
      'Read its log, then start it again.',
    ),
  'mcp-not-ready': ({ name }) => say(`The server “${name}” is not running.`, 'Start it first.'),
  'mcp-too-many-tools': ({ tools, mostTools }) =>
    say(
      `With this server, the conversation would have ${formatCount(tools)} tools. A prompt takes at most ${formatCount(mostTools)}.`,
      'Switch another server off first.',
    ),
  'tool-call-not-found': () => say('This call is no longer waiting for your decision.', 'Run the calls again if they have no result.'),
  'calls-not-possible': () => say('This message has no calls that can run.', 'Switch the server on again, or regenerate the answer.'),
} satisfies Partial<Writers>

function invalidConfig(reason: ErrorFacts<'mcp-config-invalid'>['reason']): string {
  switch (reason.kind) {
    case 'not-json':
      return `The text is not valid JSON. The error is in line ${formatCount(reason.line)}, column ${formatCount(reason.column)}.`
    case 'no-servers':
      return 'The text has no servers under “mcpServers” or “servers”.'
    case 'server':
      return `The server “${reason.name}” needs a command or an address (“url”).`
    case 'url':
      return `The address of the server “${reason.name}” must start with http:// or https://.`
    case 'name':
      return `The name “${reason.name}” is empty or too long.`
    case 'too-many':
      return `That would make ${formatCount(reason.servers)} servers; Headroom supports at most ${formatCount(reason.mostServers)}.`
  }
}

function notStarted(reason: ErrorFacts<'mcp-not-started'>['reason'], describe: (failure: NestedFailure) => string): string {
  switch (reason.kind) {
    case 'command-not-found':
      return `This computer has no program called “${reason.command}”.`
    case 'timed-out':
      return `It did not answer within ${formatCount(reason.seconds)} s.`
    case 'ended':
      return reason.quoted === ''
        ? 'It stopped immediately, without a message.'
        : `It stopped immediately. The last lines of its log are: “${reason.quoted}”.`
    case 'failure':
      return describe(reason.failure)
    case 'server':
      return `The error was: “${reason.quoted}”.`
  }
}
