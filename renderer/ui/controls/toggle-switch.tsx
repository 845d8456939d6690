import { Switch } from '@base-ui/react/switch'

export function ToggleSwitch({
  label,
  checked,
  disabled = false,
  onChange,
}: {
  readonly label: string
  readonly checked: boolean
  readonly disabled?: boolean
  readonly onChange: (checked: boolean) => void
}) {
  return (
    <Switch.Root
      aria-label={label}
      checked={checked}
      disabled={disabled}
      onCheckedChange={onChange}
      className="flex h-5 w-9 shrink-0 rounded-full bg-line-strong p-0.5 transition-colors data-[disabled]:cursor-default data-[checked]:bg-accent data-[disabled]:opacity-50"
    >
      <Switch.Thumb className="size-4 shrink-0 rounded-full bg-white transition-transform data-[checked]:translate-x-4" />
    </Switch.Root>
  )
}
