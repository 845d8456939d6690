import type { AppCommand } from '../commands/app-commands'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** In percent. */
export const fontSizes = [85, 100, 115, 130, 150] as const
export type FontSize = (typeof fontSizes)[number]

export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

export const languages = ['system', 'en', 'de'] as const
export type Language = (typeof languages)[number]

export const numberLanguages = ['system', 'en', 'de', 'fr', 'es', 'pt', 'sv', 'de-CH', 'hi'] as const
export type NumberLanguage = (typeof numberLanguages)[number]

export const sendKeys = ['Enter', 'Mod+Enter'] as const
export type SendKey = (typeof sendKeys)[number]

/** `last` is the conversation at the top of the list. */
export const startConversations = ['new', 'last'] as const
export type StartConversation = (typeof startConversations)[number]

/** In GiB, for all saved caches. With 0, no cache is saved automatically. */
export const sessionBudgets = [0, 1, 2, 4, 8, 16, 32, 64] as const
export type SessionBudget = (typeof sessionBudgets)[number]

/** In GiB, for copies of caches in the engine's memory. */
export const copyBudgets = [0, 1, 2, 4, 8, 16, 32, 64] as const
export type CopyBudget = (typeof copyBudgets)[number]

export const mostPort = 65_535
export const isPort = (port: number): boolean => Number.isInteger(port) && port >= 1 && port <= mostPort

export interface PreferenceValues {
  readonly theme: Theme
  readonly fontSize: FontSize
  readonly density: Density
  /** Whether cells, tokens and times are shown: in the cache panel, and below each answer. */
  readonly details: boolean
  /** Whether the user took or declined the tour. */
  readonly tourSeen: boolean
  readonly language: Language
  readonly numbers: NumberLanguage
  readonly startConversation: StartConversation
  /** Whether the model writes the title of a conversation after its first answer. */
  readonly titles: boolean
  readonly sendKey: SendKey
  readonly sessionGibibytes: SessionBudget
  readonly copyGibibytes: CopyBudget
  readonly updates: boolean
  /** Whether the API server answers other programs. */
  readonly api: boolean
  /** Its port. null: 8080, or the next free one. */
  readonly apiPort: number | null
  /** Whether it also answers other machines. */
  readonly apiOnNetwork: boolean
  /** Whether it refuses requests that name a model other than the loaded one. */
  readonly apiChecksModel: boolean
  /** Remedies for prompts that the clients of the API server change. */
  readonly apiRemovesHeader: boolean
  readonly apiSortsTools: boolean
  /** Whether prompts and answers of its requests are stored. */
  readonly apiKeepsBodies: boolean
  /** Only shortcuts that the user changed. '' disables a shortcut. */
  readonly shortcuts: Readonly<Partial<Record<AppCommand, string>>>
}

export const defaultPreferences: PreferenceValues = {
  theme: 'system',
  fontSize: 100,
  density: 'comfortable',
  details: false,
  tourSeen: false,
  language: 'system',
  numbers: 'system',
  startConversation: 'new',
  titles: true,
  sendKey: 'Enter',
  sessionGibibytes: 4,
  copyGibibytes: 1,
  updates: false,
  api: false,
  apiPort: null,
  apiOnNetwork: false,
  apiChecksModel: false,
  apiRemovesHeader: false,
  apiSortsTools: false,
  apiKeepsBodies: false,
  shortcuts: {},
}
