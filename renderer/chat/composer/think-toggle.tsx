import { Toggle } from '@base-ui/react/toggle'
import { Tooltip } from '@base-ui/react/tooltip'
import { Lightbulb } from 'lucide-react'
import { copy } from '../../../core/copy/copy'
import { useApp } from '../../client/use-app'
import { useStoredSettings } from '../../settings/use-stored-settings'
import { usePreferences } from '../../window/preference-store'
import { setThinking } from '../conversation/conversation-store'

/** What the chat template does by default. undefined if the model cannot switch thinking on and off, if no model is loaded, and for the embedded model in the plain view. */
export function useThinkingDefault(): 'on' | 'off' | 'neither' | undefined {
  const details = usePreferences((values) => values.details)
  return useApp(({ app }) => {
    if (app?.model.status !== 'ready') return undefined
    // Its template can switch thinking on, but it was never trained to think.
    if (app.model.file.origin === 'embedded' && !details) return undefined
    return app.model.model.chatTemplate.abilities?.thinking ?? undefined
  })
}

/** Shown if the chat template of the loaded model can switch thinking on and off. */
export function ThinkToggle() {
  const modelId = useApp(({ app }) => (app?.model.status === 'ready' ? app.model.file.id : undefined))
  const thinking = useThinkingDefault()
  return modelId === undefined || thinking === undefined ? null : <Switch modelId={modelId} isOnByDefault={thinking === 'on'} />
}

function Switch({ modelId, isOnByDefault }: { readonly modelId: string; readonly isOnByDefault: boolean }) {
  const stored = useStoredSettings(modelId)
  if (!stored) return null
  const { thinking } = stored.sampling
  const isOn = thinking === 'auto' ? isOnByDefault : thinking === 'on'
  const texts = copy.chat.reasoning
  return (
    <Tooltip.Root>
      <Tooltip.Trigger
        render={
          <Toggle
            pressed={isOn}
            onPressedChange={(pressed) => void setThinking(modelId, pressed ? 'on' : 'off')}
            className="flex h-8 items-center gap-1 rounded-md px-2 text-[13px] text-soft hover:bg-sunken data-[pressed]:bg-accent-soft data-[pressed]:font-medium data-[pressed]:text-ink"
          />
        }
      >
        <Lightbulb size={14} aria-hidden /> {texts.toggle}
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Positioner sideOffset={6} className="z-50">
          <Tooltip.Popup className="max-w-72 rounded-md bg-ink px-2.5 py-1.5 text-[12px] text-paper leading-snug shadow-raised">
            {texts.toggleMeaning}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
