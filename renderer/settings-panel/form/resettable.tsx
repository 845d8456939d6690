import { type ReactNode, useMemo } from 'react'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import type { KvSettings } from '../../../core/contract/settings/kv-settings'
import type { SamplingSettings } from '../../../core/contract/settings/sampling'
import { copy } from '../../../core/copy/copy'
import { type Differences, type SettingName, SettingResetProvider } from '../../settings/setting-reset'

export interface ResettableProps {
  readonly found: Differences
  readonly onReset: (names: readonly SettingName[]) => void
  readonly children: ReactNode
}

/** A form whose settings can be reset one by one, or all at once. */
export function Resettable({ found, onReset, children }: ResettableProps) {
  const names = Object.keys(found) as SettingName[]
  const resets = useMemo(() => ({ differences: found, onReset: (name: SettingName) => onReset([name]) }), [found, onReset])
  const text = copy.settings.resets
  return (
    <SettingResetProvider value={resets}>
      {names.length > 0 && (
        <p className="mb-3 flex flex-wrap items-baseline justify-between gap-x-3 text-[12px] text-soft">
          {text.differ(names.length)}
          <button type="button" className="underline" onClick={() => onReset(names)}>
            {text.all}
          </button>
        </p>
      )}
      {children}
    </SettingResetProvider>
  )
}

/** If K and V are one tensor, their types change together. */
export function resetsOf(
  names: readonly string[],
  found: Differences,
  typesAreOne: boolean,
): { readonly kv: Partial<KvSettings>; readonly sampling: Partial<SamplingSettings> } {
  const entries = names.map((name) => [name, found[name as SettingName]] as const)
  const kv = Object.fromEntries(entries.filter(([name]) => name in defaultKvSettings))
  const { keyType, valueType } = defaultKvSettings
  const types = typesAreOne && ('keyType' in kv || 'valueType' in kv) ? { keyType, valueType } : {}
  return { kv: { ...kv, ...types }, sampling: Object.fromEntries(entries.filter(([name]) => !(name in defaultKvSettings))) }
}
