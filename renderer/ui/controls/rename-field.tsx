import { NameField } from './name-field'

export interface RenameFieldProps {
  readonly label: string
  readonly title: string
  readonly onRename: (title: string) => void
  readonly onDone: () => void
}

/** An item of a list. An empty title changes nothing. */
export function RenameField({ label, title, onRename, onDone }: RenameFieldProps) {
  return (
    <li>
      <NameField label={label} name={title} mostCharacters={200} onName={(name) => name !== '' && onRename(name)} onDone={onDone} />
    </li>
  )
}
