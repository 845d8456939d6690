import { useStore } from 'zustand'
import { copy } from '../../../core/copy/copy'
import { Button } from '../../ui/controls/button'
import { changeEdited, saveEdited, stopEditing, toolsStore } from './tools-store'

export function ServerEditor({ text }: { readonly text: string }) {
  const isSaving = useStore(toolsStore, (state) => state.isSaving)
  const texts = copy.chat.tools
  return (
    <div className="mt-3 flex min-h-0 flex-col gap-2">
      <p className="text-[12px] text-soft">{texts.configNote}</p>
      <textarea
        aria-label={texts.configLabel}
        autoComplete="off"
        spellCheck={false}
        rows={12}
        value={text}
        onChange={(event) => changeEdited(event.target.value)}
        className="min-h-0 w-full resize-none rounded-md border border-line-strong bg-paper p-2 font-mono text-[12px]"
      />
      <div className="flex justify-end gap-2">
        <Button onClick={stopEditing}>{texts.cancel}</Button>
        <Button look="primary" disabled={isSaving} onClick={() => void saveEdited()}>
          {texts.save}
        </Button>
      </div>
    </div>
  )
}
