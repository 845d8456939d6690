import { Toggle } from '@base-ui/react/toggle'
import { ToggleGroup } from '@base-ui/react/toggle-group'

export interface SegmentedProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly options: readonly { readonly value: T; readonly label: string }[]
  readonly onChange: (value: T) => void
}

export function Segmented<T extends string>({ label, value, options, onChange }: SegmentedProps<T>) {
  return (
    <ToggleGroup
      aria-label={label}
      value={[value]}
      onValueChange={([next]) => next !== undefined && onChange(next as T)}
      className="flex gap-0.5 rounded-md bg-sunken p-0.5"
    >
      {options.map((option) => (
        <Toggle
          key={option.value}
          value={option.value}
          className="h-6 rounded px-2 text-[12px] text-soft hover:text-ink data-[pressed]:bg-raised data-[pressed]:font-medium data-[pressed]:text-ink data-[pressed]:shadow-[0_0_0_1px_var(--line)]"
        >
          {option.label}
        </Toggle>
      ))}
    </ToggleGroup>
  )
}
