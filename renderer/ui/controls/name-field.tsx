import { useState } from 'react'

export interface NameFieldProps {
  readonly label: string
  readonly name: string
  readonly mostCharacters?: number
  /** Only called if the name has changed. */
  readonly onName: (name: string) => void
  readonly onDone: () => void
}

export function NameField({ label, name, mostCharacters = 80, onName, onDone }: NameFieldProps) {
  const [typed, setTyped] = useState(name)
  const finish = (keep: boolean) => {
    onDone()
    if (keep && typed.trim() !== name) onName(typed.trim())
  }
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the user has just asked to rename it.
      autoFocus
      aria-label={label}
      value={typed}
      maxLength={mostCharacters}
      onChange={(event) => setTyped(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={() => finish(true)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish(true)
        // The dialog around it stays open.
        if (event.key === 'Escape') event.stopPropagation()
        if (event.key === 'Escape') finish(false)
      }}
      className="h-8 w-full rounded-md border border-accent bg-raised px-2 text-[13px]"
    />
  )
}
