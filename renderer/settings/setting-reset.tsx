/** Marks the settings that differ from their default. */
import { RotateCcw } from 'lucide-react'
import { createContext, useContext } from 'react'
import { defaultKvSettings } from '../../core/contract/settings/kv-defaults'
import { kvTypes } from '../../core/contract/settings/kv-types'
import type { SamplingSettings } from '../../core/contract/settings/sampling'
import { copy } from '../../core/copy/copy'
import { numberText } from '../ui/fields/read-number'
import type { StoredSettings } from './settings-edits'

export type SettingName = keyof typeof copy.settings.fields

/** The names of the settings that differ, with their defaults. */
export type Differences = Readonly<Partial<Record<SettingName, unknown>>>

interface SettingResets {
  readonly differences: Differences
  readonly onReset: (name: SettingName) => void
}

/** Outside of a settings form, nothing is marked. */
const Resets = createContext<SettingResets>({ differences: {}, onReset: () => {} })
export const SettingResetProvider = Resets.Provider

const ofDraftModel: readonly string[] = ['draftModelId', 'draftMax', 'draftPMin']

/** Excludes the settings of a draft model if none is used, because the form does not show them. */
export function differences({ kv, sampling }: StoredSettings, defaults: SamplingSettings): Differences {
  const standard = { ...defaultKvSettings, ...defaults }
  const hidden = sampling.speculation === 'draft-model' ? [] : ofDraftModel
  const found = Object.entries({ ...kv, ...sampling }).filter(
    ([name, value]) => !hidden.includes(name) && JSON.stringify(value) !== JSON.stringify(standard[name as keyof typeof standard]),
  )
  return Object.fromEntries(found.map(([name]) => [name, standard[name as keyof typeof standard]]))
}

export const countOf = (found: Differences, is: (name: string) => boolean): number => Object.keys(found).filter(is).length

export function SettingReset({ of }: { readonly of: SettingName }) {
  const { differences: found, onReset } = useContext(Resets)
  if (!(of in found)) return null
  const label = copy.settings.resets.one(shortText(found[of]))
  return (
    <button
      type="button"
      aria-label={label}
      aria-description={copy.settings.fields[of].name}
      title={label}
      className="inline-flex size-5 shrink-0 items-center justify-center rounded bg-accent-soft text-accent hover:text-ink"
      onClick={() => onReset(of)}
    >
      <RotateCcw size={12} aria-hidden />
    </button>
  )
}

/** Only for values that read the same in every language. */
function shortText(value: unknown): string | undefined {
  if (typeof value === 'number') return numberText(value)
  return kvTypes.find((type) => type === value)
}
