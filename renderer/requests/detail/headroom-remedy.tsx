import type { RequestExplanation } from '../../../core/contract/requests/requests'
import { copy } from '../../../core/copy/copy'
import { hasBillingHeader } from '../../../core/serve/remedies/apply-remedies'
import { ToggleSwitch } from '../../ui/controls/toggle-switch'
import { setPreferences, usePreferences } from '../../window/preference-store'

/** Only for causes that Headroom can remove without a change of what the prompt says. */
export function HeadroomRemedy({ explanation: { cause, divergence } }: { readonly explanation: RequestExplanation }) {
  const removesHeader = usePreferences(({ apiRemovesHeader }) => apiRemovesHeader)
  const sortsTools = usePreferences(({ apiSortsTools }) => apiSortsTools)
  const texts = copy.requests.remedies
  if (cause === 'tools-reordered')
    return (
      <Switch
        label={texts.tools}
        note={texts.toolsNote}
        checked={sortsTools}
        onChange={(apiSortsTools) => void setPreferences({ apiSortsTools })}
      />
    )
  if (cause === 'changing-header' && divergence && hasBillingHeader(divergence.before + divergence.prompt))
    return (
      <Switch
        label={texts.header}
        note={texts.headerNote}
        checked={removesHeader}
        onChange={(apiRemovesHeader) => void setPreferences({ apiRemovesHeader })}
      />
    )
  return null
}

interface SwitchProps {
  readonly label: string
  readonly note: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

const Switch = ({ label, note, checked, onChange }: SwitchProps) => (
  <div className="mt-2 flex items-center gap-3 rounded-md border border-line px-2.5 py-2">
    <div className="flex-1">
      <p>{label}</p>
      <p className="text-[12px] text-faint leading-snug">{note}</p>
    </div>
    <ToggleSwitch label={label} checked={checked} onChange={onChange} />
  </div>
)
