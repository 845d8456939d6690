import type { LibraryState } from '../../../contract/models/library'
import { formatBytes, formatCount } from '../../../text/amounts'
import { counted, tokens } from '../../words/en'

export interface RemoteFileFacts {
  /** null if the server does not say. */
  readonly sizeBytes: number | null
  readonly parts: number
  readonly hasHash: boolean
}

export const get = {
  searchTitle: 'Find another model',
  address: 'Name or address of a model',
  placeholder: 'For example gemma',
  lookUp: 'Search',
  lookingUp: 'Searching…',
  stop: 'Stop',
  tryAgain: 'Try again',
  hint: 'Search Hugging Face by words. You can also enter the address of a .gguf file, or the name of a repository, such as',
  planHint: 'Before it downloads anything, Headroom lists the files and shows how much memory each one needs.',
  listing: (title: string): string => `Models in ${title}`,
  listed: (models: number, revision: string | null): string =>
    revision === null ? counted(models, 'model', 'models') : `${counted(models, 'model', 'models')} · revision ${revision}`,
  file: ({ sizeBytes, parts, hasHash }: RemoteFileFacts): string =>
    [
      sizeBytes === null ? 'size unknown' : formatBytes(sizeBytes),
      ...(parts > 1 ? [`${formatCount(parts)} files`] : []),
      hasHash ? 'SHA-256 published' : 'no hash published',
    ].join(' · '),

  planAll: 'Plan all',
  planAllMeaning: 'Reads the header of each file (a few megabytes) and shows whether the model fits',
  stopPlanning: 'Stop planning',
  plan: 'Plan',
  planNamed: (path: string): string => `Plan ${path}`,
  readingHeader: 'Reading the header…',
  tooLarge: (freeBytes: number): string => `larger than the ${formatBytes(freeBytes)} of free memory`,
  notPlanned: 'not planned yet',
  /** The first part is emphasized. */
  needs: (totalBytes: number, contextTokens: number): readonly [string, string] => [
    formatBytes(totalBytes),
    `with ${tokens(contextTokens)}`,
  ],
  /** `bytes` is negative if the model does not fit. */
  spare: (bytes: number): string =>
    bytes >= 0 ? `fits, ${formatBytes(bytes)} stays free` : `does not fit: ${formatBytes(-bytes)} too large`,
  /** `trainedTokens` is 0 if unknown. */
  longest(contextTokens: number, trainedTokens: number): string {
    if (contextTokens === 0) return 'no context fits'
    return trainedTokens > 0 ? `up to ${formatCount(contextTokens)} of ${tokens(trainedTokens)} fit` : `up to ${tokens(contextTokens)} fit`
  },

  inLibrary: 'in the library',
  load: 'Load',
  loadNamed: (path: string): string => `Load ${path}`,
  download: 'Download',
  downloadNamed: (path: string): string => `Download ${path}`,
  checking: 'Checking…',
  downloading: 'Downloading…',

  found: 'Repositories found',
  nothingFound: 'No repository with GGUF files has all of these words in its name. Try fewer or different words.',
  downloads: (count: number): string => `${counted(count, 'download', 'downloads')} a month`,
  showFiles: 'Show files',
  showFilesOf: (repository: string): string => `Show the files of ${repository}`,
}

/** `isDesktop` is false in a browser. */
function tokenState(token: LibraryState['network']['token'], isDesktop: boolean): string {
  switch (token) {
    case 'none':
      return 'Accept the terms on the model’s page, then create a token with read permission (on the hub: Settings, Access Tokens).'
    case 'keychain':
      return 'A token is stored in the system’s keychain.'
    case 'memory':
      return isDesktop
        ? 'This system has no keychain to protect a token, so it is kept only until Headroom closes.'
        : 'The host has no keychain, so a token is kept only until the Headroom host stops. To keep it for longer, set HF_TOKEN in the environment of the host.'
    case 'environment':
      return 'Headroom uses the token in HF_TOKEN.'
  }
}

export const network = {
  title: 'Network',
  offline: 'Offline',
  offlineMeaning: (isForced: boolean): string =>
    isForced
      ? 'Downloads are switched off: Headroom was started with HEADROOM_OFFLINE, a setting that keeps it off the internet. Start it again without that setting.'
      : 'While this is on, Headroom makes network requests only to servers on this machine. While it is off, Headroom makes them only when you look up or download a model, for an address in the planner, for MCP servers that have an address, and for updates of Headroom.',
  tokenFold: 'Some models need an account',
  token: 'Access token',
  tokenMeaning: (token: LibraryState['network']['token'], isDesktop: boolean, hub: string): string =>
    `${tokenState(token, isDesktop)} Headroom sends it to ${hub} only.`,
  saveToken: 'Save token',
  forgetToken: 'Forget the token',
}
