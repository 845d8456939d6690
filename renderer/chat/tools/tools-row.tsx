import { useStore } from 'zustand'
import { copy } from '../../../core/copy/copy'
import { Button } from '../../ui/controls/button'
import { SettingRow } from '../../ui/fields/setting-row'
import { conversationStore } from '../conversation/conversation-store'
import { openTools } from './tools-store'
import { useCanCallTools } from './use-can-call-tools'

/** In the plain settings, because the composer of the plain view has no button for tools until the conversation uses some. */
export function ToolsRow() {
  const count = useStore(conversationStore, ({ thread }) => thread?.tools?.length ?? 0)
  const canCall = useCanCallTools()
  const texts = copy.chat.tools
  return (
    <SettingRow name={texts.title} explanation={canCall ? texts.plainMeaning : texts.notPossible}>
      <Button onClick={openTools}>{count === 0 ? texts.choose : texts.buttonWithCount(count)}</Button>
    </SettingRow>
  )
}
