import type { SetupClient } from '../../../serve/setup/client-setup'

export const api = {
  title: 'API server',
  switch: 'Answer other programs',
  note: 'Programs on this machine can use the loaded model through the API of OpenAI, Anthropic, Ollama or llama-server. Web pages cannot, and other machines only if you allow it below. The Requests screen shows each prompt and why it was processed again.',
  address: 'Address',
  addressNote: (url: string): string => `For programs that expect OpenAI’s API: ${url}/v1`,
  copyAddress: 'Copy the address',
  starting: 'Starting…',
  tryAgain: 'Try again',
  port: 'Port',
  portPlaceholder: '8080',
  portNote:
    'The first time, Headroom takes port 8080 or, if another program has it, the next free one. Then it keeps the port, so that your programs find it again.',
  network: 'Serve on the local network',
  networkNote:
    'Other machines on your network can use the model, too. Each request needs a key. If you have no key yet, Headroom creates one.',
  networkKey: 'Local network',
  notEncrypted: 'The connection is not encrypted: anyone on your network can read prompts, answers and the key.',
  networkAddress: 'Address on the network',
  networkInterface: (name: string): string => `Network interface ${name}`,
  noNetwork: 'This machine is not connected to a network.',
  copyNetworkAddress: (url: string): string => `Copy ${url}`,
  keys: 'Keys',
  keysNote: 'Each request needs a key. If each program has its own key, you can revoke one key without affecting the other programs.',
  keyName: 'Name of the program',
  makeKey: 'Create a key',
  newKey: (name: string): string => `The key of ${name}`,
  newKeyNote: 'Copy it now: Headroom stores only its hash and cannot show it again.',
  copyKey: 'Copy the key',
  ending: (ending: string): string => `ends with ${ending}`,
  revokeShort: 'Revoke',
  revoke: (name: string): string => `Revoke the key of ${name}`,
  checkModel: 'Refuse other model names',
  checkModelNote: 'While this is off, the loaded model also answers requests that name another one, as in llama-server.',
  removeHeader: 'Remove Claude Code’s billing header',
  removeHeaderNote: 'This line changes in each prompt of Claude Code, so the whole prompt is processed again each time.',
  sortTools: 'Sort tools by name',
  sortToolsNote: 'Some programs send their tools in a different order each time, so everything after them is processed again.',
  keepBodies: 'Store prompts and answers of requests',
  keepBodiesNote:
    'While this is off, the newest 200 are in memory only. While it is on, they are also in Headroom’s folder, unencrypted, until you turn it off or clear the list.',
  setup: {
    title: 'Set up a program',
    note: (hasKey: boolean, hasModel: boolean): string =>
      [
        hasKey ? 'The text contains the address and your new key.' : 'The text contains the address. To add a key, create one above.',
        hasModel ? '' : 'To add the name of a model, load one.',
      ]
        .join(' ')
        .trim(),
    where: (client: SetupClient, file: string | null): string =>
      file !== null
        ? `Add this to ${file}`
        : client === 'cline'
          ? 'Enter this in the settings of Cline'
          : client === 'curl'
            ? 'Run this in a terminal'
            : 'Run this with Python',
    copy: 'Copy the text',
  },
}
