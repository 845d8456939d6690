/** Pure functions from typed facts to sentences. */
import type { Language } from '../contract/app/preference-values'
import { de } from './de/texts'
import { type Copy, en } from './en/texts'

export type { TokenState } from './en/lab/lanes'
export type { Mistake } from './en/planner/formula'
export type { Copy }

export const texts = { en, de } satisfies Record<string, Copy>

export type SpokenLanguage = keyof typeof texts

/** Read `copy` each time a sentence is shown: a module-level constant would keep the first language. */
export let copy: Copy = en

/** The window calls this before it draws. The command line stays English. */
export function speak(language: SpokenLanguage): void {
  copy = texts[language]
}

/** `preferred` lists the user's locales, best first (`navigator.languages`). */
export function spokenLanguage(language: Language, preferred: readonly string[]): SpokenLanguage {
  if (language !== 'system') return language
  const spoken = preferred.map((locale) => locale.split('-')[0] ?? '').find((name) => Object.hasOwn(texts, name))
  return (spoken ?? 'en') as SpokenLanguage
}
