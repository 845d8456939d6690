import { type StartConversation, startConversations } from '../../core/contract/app/preference-values'
import { copy } from '../../core/copy/copy'
import { Segmented } from '../ui/controls/segmented'
import { ToggleSwitch } from '../ui/controls/toggle-switch'
import { setPreferences, usePreferences } from '../window/preference-store'
import { PreferenceGroup, PreferenceRow } from './preference-row'

export function ConversationSection() {
  const startConversation = usePreferences((values) => values.startConversation)
  const hasTitles = usePreferences(({ titles }) => titles)
  const text = copy.preferences.conversations
  return (
    <PreferenceGroup title={text.title}>
      <PreferenceRow name={text.start} note={text.startNote}>
        <Segmented
          label={text.start}
          value={startConversation}
          options={startConversations.map((value) => ({ value, label: text.starts[value] }))}
          onChange={(next: StartConversation) => void setPreferences({ startConversation: next })}
        />
      </PreferenceRow>
      <PreferenceRow name={text.titles} note={text.titlesNote} isSwitch>
        <ToggleSwitch label={text.titles} checked={hasTitles} onChange={(titles) => void setPreferences({ titles })} />
      </PreferenceRow>
    </PreferenceGroup>
  )
}
