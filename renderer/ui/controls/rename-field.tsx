import { useState } from 'react'

export interface RenameFieldProps {
  readonly label: string
  readonly title: string
  readonly onRename: (title: string) => void
  readonly onDone: () => void
}

export function RenameField({ label, title, onRename, onDone }: RenameFieldProps) {
  const [typed, setTyped] = useState(title)
  const finish = (keep: boolean) => {
    onDone()
    const name = typed.trim()
    if (keep && name !== '' && name !== title) onRename(name)
  }
  return (
    <li>
      <input
        // biome-ignore lint/a11y/noAutofocus: the user has just asked to rename it.
        autoFocus
        aria-label={label}
        value={typed}
        maxLength={200}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => finish(true)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') finish(true)
          if (event.key === 'Escape') finish(false)
        }}
        className="h-8 w-full rounded-md border border-accent bg-raised px-2 text-[13px]"
      />
    </li>
  )
}
