import { useState } from 'react'
import { copy } from '../../../core/copy/copy'
import { Button } from '../../ui/controls/button'

export interface SavePresetProps {
  readonly canSave: boolean
  /** Returns false if the preset was not saved. The name then stays in its field. */
  readonly onSave: (name: string, hasKv: boolean) => Promise<boolean>
}

export function SavePreset({ canSave, onSave }: SavePresetProps) {
  const [name, setName] = useState('')
  const [hasKv, setHasKv] = useState(false)
  const text = copy.settings.presets
  return (
    <form
      className="mt-2 flex flex-wrap gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void onSave(name, hasKv).then((isSaved) => {
          if (!isSaved) return
          setName('')
          setHasKv(false)
        })
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
      <label className="flex basis-full items-center gap-2" title={text.includeKvMeaning}>
        <input type="checkbox" className="accent-accent" checked={hasKv} onChange={(event) => setHasKv(event.target.checked)} />
        {text.includeKv}
      </label>
    </form>
  )
}
