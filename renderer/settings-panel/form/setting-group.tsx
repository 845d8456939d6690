import type { ReactNode } from 'react'
import { copy } from '../../../core/copy/copy'
import { Badge } from '../../ui/badge'
import { foldSettings, type SettingGroupName, useWindow } from '../../window/window-store'

export interface SettingGroupProps {
  readonly of: SettingGroupName
  /** How many settings in the group differ from their defaults. */
  readonly changed: number
  /** What a closed group says about its settings. */
  readonly summary?: string | undefined
  readonly children: ReactNode
}

/** Folded until the user opens it. The window remembers the choice. */
export function SettingGroup({ of, changed, summary, children }: SettingGroupProps) {
  const isOpen = useWindow(({ openSettings }) => openSettings.includes(of))
  const text = copy.settings
  return (
    <details open={isOpen} onToggle={(event) => foldSettings(of, event.currentTarget.open)} className="mt-4">
      <summary className="cursor-pointer font-medium">
        {text.groups[of]}
        {changed > 0 && <Badge className="ml-2 bg-accent-soft text-ink">{text.resets.changed(changed)}</Badge>}
        {!isOpen && summary && <span className="mt-0.5 block pl-4 font-normal text-[12px] text-faint">{summary}</span>}
      </summary>
      <fieldset aria-label={text.groups[of]} className="mt-1">
        {children}
      </fieldset>
    </details>
  )
}
