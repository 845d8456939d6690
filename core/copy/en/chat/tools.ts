import type { SchemaRefusal } from '../../../grammar/problems/problems'
import { formatCount, formatMs } from '../../../text/amounts'
import { tokens } from '../../words/en'
import { schemaRefusalText } from '../reasons/grammar'

export const tools = {
  button: 'Tools',
  /** `count` tools are switched on in the conversation. */
  buttonWithCount: (count: number): string => `Tools: ${formatCount(count)}`,
  notPossible: 'The chat template of this model takes no tools. Choose a model that can call tools.',
  title: 'Tools',
  /** In the plain settings. */
  choose: 'Choose tools…',
  plainMeaning:
    'Small programs (MCP servers) that the model can use, for example to read files or to search the web. Headroom asks you before each use, unless you always allow a tool.',
  note: 'Model Context Protocol servers give the model tools. Headroom asks you before each call, except for tools that you always allow.',
  close: 'Close',

  noServers: 'There are no servers yet. Add one, or import servers from another app.',
  add: 'Add server',
  import: 'Import from other apps',
  edit: 'Edit',
  remove: 'Remove',
  removeTitle: (name: string): string => `Remove the server “${name}”?`,
  removeText: 'Its configuration is deleted. Conversations keep the results of its calls.',
  removeNo: 'Keep it',
  log: 'Show log',
  hideLog: 'Hide log',
  emptyLog: 'The server has written nothing.',
  stop: 'Stop server',

  states: {
    stopped: 'Not running',
    starting: 'Starting…',
    failed: 'Failed',
    ready: (count: number): string => `Running · ${count === 1 ? '1 tool' : `${formatCount(count)} tools`}`,
  },
  unbound: (tool: string, refusal: SchemaRefusal): string =>
    `The arguments of ${tool} can be invalid, because a grammar cannot express its schema. ${schemaRefusalText({ refusals: [refusal] })}`,
  isOn: 'On in this conversation',
  switchOn: 'Switch on',
  switchOff: 'Switch off',
  switchLabel: (name: string): string => `Tools from ${name}`,
  cancel: 'Cancel',
  working: 'Calculating the cost…',
  /** `ms` is null if the speed is not known yet. */
  priceOn: (listTokens: number, processedTokens: number, ms: number | null): string =>
    `Adds ${tokens(listTokens)} to the prompt. ${processed(processedTokens, ms)}`,
  priceOff: (listTokens: number, processedTokens: number, ms: number | null): string =>
    `Removes ${tokens(listTokens)} from the prompt. ${processed(processedTokens, ms)}`,
  /** null if the server does not count. */
  serverPrice: (listTokens: number | null, isOn: boolean): string =>
    listTokens === null
      ? 'This server does not report how many tokens the list of tools adds to the prompt.'
      : isOn
        ? `Adds ${tokens(listTokens)} to the prompt, as the server counts them.`
        : `Removes ${tokens(listTokens)} from the prompt, as the server counts them.`,

  doesNotFit: (promptTokens: number, contextTokens: number): string =>
    `The prompt would have ${tokens(promptTokens)}, and the context holds ${formatCount(contextTokens)}. Choose a larger context in the settings, or a server with fewer tools.`,

  configLabel: 'Configuration',
  configNote: 'Enter the server in the format of an mcp.json file, with the command that starts it or with its address.',
  save: 'Save',
  askedInTerminal: 'Headroom is asking in its terminal whether it may start the server. Answer there.',
  imported: (names: readonly string[]): string => `Imported: ${names.join(', ')}.`,
  nothingFound: 'Headroom found no servers in the settings of Claude Desktop, Cursor, LM Studio or VS Code.',
  apps: { 'claude-desktop': 'Claude Desktop', cursor: 'Cursor', 'lm-studio': 'LM Studio', vscode: 'VS Code' },
  importFrom: (app: string): string => `Import from ${app}`,

  call: {
    name: (name: string): string => `Call to ${name}`,
    by: (server: string): string => `Server: ${server}`,
    asking: 'Waiting for your decision',
    decided: 'Waiting for the other calls',
    running: 'Running…',
    notRun: 'Not run',
    writing: 'Writing…',
    argumentsLabel: 'Arguments',
    allow: 'Allow',
    always: 'Always allow this tool',
    refuse: 'Refuse',
    runAgain: 'Run the calls',
    limit: (rounds: number): string =>
      `The model has called tools ${formatCount(rounds)} times in a row. To run its next calls, choose “Continue”. Otherwise, write a message.`,
    continue: 'Continue',
    answer: 'Answer now',
  },
  result: {
    speaker: 'Tools',
    name: (name: string): string => `Result from ${name}`,
    failed: (name: string): string => `Error from ${name}`,
    tokens: (count: number): string => tokens(count),
    characters: (count: number): string => `${formatCount(count)} characters`,
  },
}

const processed = (count: number, ms: number | null): string =>
  `With your next message, Headroom processes ${tokens(count)}${ms === null ? '' : `, about ${formatMs(ms)}`}.`
