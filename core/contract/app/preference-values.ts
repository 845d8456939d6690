/** What a user prefers of the app itself, with its defaults; no schema library, so that a window can list it. */
import type { AppCommand } from './app-commands'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** Steps of the font size, in percent of the ordinary one. */
export const fontSizes = [85, 100, 115, 130, 150] as const
export type FontSize = (typeof fontSizes)[number]

export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

/** Whose way of writing numbers: `1,234.5`, `1.234,5`, `1 234,5` … */
export const numberLanguages = ['system', 'en', 'de', 'fr', 'es', 'pt', 'sv', 'de-CH', 'hi'] as const
export type NumberLanguage = (typeof numberLanguages)[number]

/** What saved caches may take on the disk together, in GiB; 0: none are saved by themselves. */
export const sessionBudgets = [0, 1, 2, 4, 8, 16, 32, 64] as const
export type SessionBudget = (typeof sessionBudgets)[number]

export interface PreferenceValues {
  readonly theme: Theme
  readonly fontSize: FontSize
  readonly density: Density
  readonly numbers: NumberLanguage
  readonly sessionGibibytes: SessionBudget
  /** Whether newer versions of Headroom may be looked for at all; even then only when a button is pressed. */
  readonly updates: boolean
  /** Only those that differ from the defaults; '' switches one off. */
  readonly shortcuts: Readonly<Partial<Record<AppCommand, string>>>
}

export const defaultPreferences: PreferenceValues = {
  theme: 'system',
  fontSize: 100,
  density: 'comfortable',
  numbers: 'system',
  sessionGibibytes: 4,
  updates: false,
  shortcuts: {},
}
