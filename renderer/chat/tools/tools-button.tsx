import { Tooltip } from '@base-ui/react/tooltip'
import { Wrench } from 'lucide-react'
import { useStore } from 'zustand'
import { copy } from '../../../core/copy/copy'
import { usePreferences } from '../../window/preference-store'
import { conversationStore } from '../conversation/conversation-store'
import { ToolsDialog } from './tools-dialog'
import { openTools, toolsStore } from './tools-store'
import { useCanCallTools } from './use-can-call-tools'

/** The plain view shows it only if the conversation has tools. It opens even if the model takes none, so that they can be switched off. */
export function ToolsButton() {
  const details = usePreferences((values) => values.details)
  const count = useStore(conversationStore, ({ thread }) => thread?.tools?.length ?? 0)
  const isOpen = useStore(toolsStore, (state) => state.isOpen)
  const isPossible = useCanCallTools()
  const texts = copy.chat.tools
  return (
    <>
      {(details || count > 0) && (
        <Tooltip.Root>
          <Tooltip.Trigger
            onClick={openTools}
            className={`flex h-8 items-center gap-1 rounded-md px-2 text-[13px] hover:bg-sunken ${isPossible ? 'text-soft' : 'text-faint'}`}
          >
            <Wrench size={14} aria-hidden /> {count === 0 ? texts.button : texts.buttonWithCount(count)}
          </Tooltip.Trigger>
          <Tooltip.Portal>
            <Tooltip.Positioner sideOffset={6} className="z-50">
              <Tooltip.Popup className="max-w-72 rounded-md bg-ink px-2.5 py-1.5 text-[12px] text-paper leading-snug shadow-raised">
                {isPossible ? texts.note : texts.notPossible}
              </Tooltip.Popup>
            </Tooltip.Positioner>
          </Tooltip.Portal>
        </Tooltip.Root>
      )}
      {isOpen && <ToolsDialog />}
    </>
  )
}
