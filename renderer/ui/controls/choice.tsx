import { Select } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'

export interface ChoiceOption<T extends string> {
  readonly value: T
  readonly label: string
  readonly note?: string | undefined
  readonly refused?: string | undefined
}
export interface ChoiceProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly placeholder?: string
  readonly options: readonly ChoiceOption<T>[]
  readonly onChange: (value: T) => void
}

export function Choice<T extends string>({ label, value, placeholder, options, onChange }: ChoiceProps<T>) {
  return (
    <Select.Root
      items={options.map((option) => ({ value: option.value, label: option.label }))}
      value={options.some((option) => option.value === value) ? value : null}
      onValueChange={(next) => next !== null && onChange(next as T)}
    >
      <Select.Trigger
        aria-label={label}
        className="flex h-8 w-full items-center justify-between gap-2 rounded-md border border-line-strong bg-raised px-2.5 text-left text-[13px] data-[popup-open]:border-accent"
      >
        <Select.Value placeholder={placeholder} className="min-w-0 truncate data-[placeholder]:text-faint" />
        <Select.Icon>
          <ChevronDown size={14} aria-hidden />
        </Select.Icon>
      </Select.Trigger>
      <Select.Portal>
        <Select.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50">
          <Select.Popup className="max-h-80 min-w-(--anchor-width) overflow-auto rounded-md border border-line bg-raised py-1 text-[13px] shadow-raised">
            {options.map((option) => (
              <Select.Item
                key={option.value}
                value={option.value}
                disabled={option.refused !== undefined}
                className="grid max-w-80 grid-cols-[16px_1fr] gap-x-2 px-2 py-1 outline-none data-[disabled]:text-faint data-[highlighted]:bg-accent-soft"
              >
                <Select.ItemIndicator className="pt-0.5">
                  <Check size={14} aria-hidden />
                </Select.ItemIndicator>
                <Select.ItemText className="col-start-2">{option.label}</Select.ItemText>
                {option.note && <span className="col-start-2 text-[12px] text-soft leading-snug">{option.note}</span>}
                {option.refused && <span className="col-start-2 text-[12px] leading-snug">{option.refused}</span>}
              </Select.Item>
            ))}
          </Select.Popup>
        </Select.Positioner>
      </Select.Portal>
    </Select.Root>
  )
}
