import { useState } from 'react'
import { copy } from '../../../core/copy/copy'
import { Button } from '../../ui/controls/button'

export interface SavePresetProps {
  readonly canSave: boolean
  /** Returns false if the preset was not saved. The name then stays in its field. */
  readonly onSave: (name: string) => Promise<boolean>
}

export function SavePreset({ canSave, onSave }: SavePresetProps) {
  const [name, setName] = useState('')
  const text = copy.settings.presets
  return (
    <form
      className="mt-2 flex flex-wrap gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void onSave(name).then((isSaved) => isSaved && setName(''))
      }}
    >
      <input
        aria-label={text.name}
        placeholder={text.name}
        value={name}
        maxLength={200}
        onChange={(event) => setName(event.target.value)}
        className="h-8 min-w-0 flex-1 basis-36 rounded-md border border-line-strong bg-raised px-2.5 text-[13px] placeholder:text-faint"
      />
      <Button type="submit" disabled={!canSave || name.trim() === ''}>
        {text.save}
      </Button>
    </form>
  )
}
