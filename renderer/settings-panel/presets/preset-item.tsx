import { Check } from 'lucide-react'
import { useState } from 'react'
import type { Preset } from '../../../core/contract/settings/presets'
import { copy } from '../../../core/copy/copy'
import { Badge } from '../../ui/badge'
import { MoreItem, MoreMenu, MoreSeparator } from '../../ui/controls/more-menu'
import { RenameField } from '../../ui/controls/rename-field'

export interface PresetItemProps {
  readonly preset: Preset
  /** Whether the model used this preset last. */
  readonly isUsed: boolean
  /** Whether settings were changed since. */
  readonly isModified: boolean
  readonly canReplace: boolean
  readonly onUse: () => void
  readonly onRename: (name: string) => void
  readonly onReplace: () => void
  readonly onExport: () => void
  readonly onRemove: () => void
}

export function PresetItem({
  preset: { name },
  isUsed,
  isModified,
  canReplace,
  onUse,
  onRename,
  onReplace,
  onExport,
  onRemove,
}: PresetItemProps) {
  const [isRenaming, setRenaming] = useState(false)
  const text = copy.settings.presets
  if (isRenaming) return <RenameField label={text.name} title={name} onRename={onRename} onDone={() => setRenaming(false)} />
  return (
    <li className="group flex items-center rounded-md hover:bg-sunken">
      <button
        type="button"
        aria-label={text.apply(name)}
        aria-current={isUsed || undefined}
        title={name}
        className="flex min-w-0 flex-1 items-center gap-1.5 rounded-md px-2 py-1 text-left"
        onClick={onUse}
      >
        <span className="w-3.5 shrink-0">{isUsed && <Check size={14} aria-hidden className="text-accent" />}</span>
        <span className="min-w-0 truncate">{name}</span>
        {isUsed && isModified && <Badge className="bg-accent-soft text-ink">{text.modified}</Badge>}
      </button>
      <MoreMenu of={name} size="item">
        <MoreItem onClick={() => setRenaming(true)}>{text.rename}</MoreItem>
        <MoreItem disabled={!canReplace} onClick={onReplace}>
          {text.replace}
        </MoreItem>
        <MoreItem onClick={onExport}>{text.export}</MoreItem>
        <MoreSeparator />
        <MoreItem danger onClick={onRemove}>
          {text.remove}
        </MoreItem>
      </MoreMenu>
    </li>
  )
}
