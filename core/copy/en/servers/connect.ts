import type { SavedServer } from '../../../contract/remote/servers'
import type { RemoteModel, ServerAbilities } from '../../../remote/server-facts'
import { counted, listed, tokens } from '../../words/en'

const keySources: Readonly<Record<SavedServer['key'], string>> = {
  none: 'no key',
  keychain: 'key in the keychain',
  memory: 'key kept until Headroom ends',
  environment: 'key from HEADROOM_SERVER_KEY',
}

const abilityNames: Readonly<Record<keyof ServerAbilities, string>> = {
  tools: 'tools',
  reasoning: 'reasoning',
  schema: 'JSON schemas',
  images: 'images',
  logprobs: 'logprobs',
  cachedTokens: 'reused tokens',
  metrics: 'metrics',
  slots: 'slots',
}

/** `null` is unknown. */
function abilitiesText(abilities: ServerAbilities): string {
  const names = (wanted: boolean) =>
    (Object.keys(abilityNames) as (keyof ServerAbilities)[]).filter((name) => abilities[name] === wanted).map((name) => abilityNames[name])
  const [has, lacks] = [names(true), names(false)]
  return [has.length > 0 ? `It offers ${listed(has)}.` : '', lacks.length > 0 ? `It does not offer ${listed(lacks)}.` : '']
    .filter(Boolean)
    .join(' ')
}

const modelStates: Readonly<Record<NonNullable<RemoteModel['state']>, string>> = {
  loaded: 'loaded',
  loading: 'loading',
  unloaded: 'not loaded',
}

export const connect = {
  intro:
    'You can chat with a model that runs on a server: llama-server, vLLM, SGLang, Ollama, LM Studio, or any server with OpenAI’s API. Your conversations stay on this machine; each prompt goes to the server.',
  none: 'No server is saved.',
  noneTodo: 'Connect to a server on this machine or on your network.',
  open: 'Connect to a server…',
  list: 'Saved servers',
  keySources,
  connected: 'connected',
  connect: 'Connect',
  connectTo: (name: string): string => `Connect to ${name}`,
  connecting: 'Connecting…',
  disconnect: 'Disconnect',
  /** Shown if the process that talks to the server has ended. */
  goneTodo: 'Your conversations are stored. Connect to the server again to continue.',
  edit: (name: string): string => `Edit ${name}`,
  remove: 'Remove',
  removeTitle: (name: string): string => `Remove ${name} from the list?`,
  removeText: 'Its key and its settings are deleted. Your conversations are kept.',
  keep: 'Keep it',

  title: 'Connect to a server',
  text: 'Headroom asks the server what it is, and saves it only if it answers.',
  address: 'Address',
  addressPlaceholder: 'http://localhost:8080',
  name: 'Name',
  namePlaceholder: 'The address, if empty',
  key: 'Key',
  keyPlaceholder: 'Only if the server requires one',
  keySaved: 'Saved. Type to replace it.',
  /** With a keychain or without. */
  keyMeaning: (hasKeychain: boolean): string =>
    hasKeychain
      ? 'The key is kept in the keychain of this system, and is sent only to this address.'
      : 'The host has no keychain, so the key is kept only until Headroom ends. It is sent only to this address. To keep it for longer, set HEADROOM_SERVER_URL and HEADROOM_SERVER_KEY in the environment of the host.',
  /** For an address with http that is not on this machine. */
  plainHttp: 'This address uses http, so others on the network can read the key and your messages. Use https if the server supports it.',
  check: 'Check',
  checking: 'Asking the server…',
  save: 'Save and connect',
  cancel: 'Cancel',
  found: (kind: string, version: string | null): string => (version === null ? kind : `${kind} ${version}`),
  slots: (count: number): string => counted(count, 'sequence at a time', 'sequences at a time'),
  abilities: abilitiesText,
  model: 'Model',
  modelNote: ({ contextTokens, state }: RemoteModel): string =>
    [contextTokens === null ? '' : `context of ${tokens(contextTokens)}`, state === null ? '' : modelStates[state]]
      .filter(Boolean)
      .join(', '),
  noModels: 'The server lists no models. Type the name of one.',
}
