import { Switch } from '@base-ui/react/switch'

export function ToggleSwitch({
  label,
  checked,
  onChange,
}: {
  readonly label: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}) {
  return (
    <Switch.Root
      aria-label={label}
      checked={checked}
      onCheckedChange={onChange}
      className="flex h-5 w-9 rounded-full bg-line-strong p-0.5 transition-colors data-[checked]:bg-accent"
    >
      <Switch.Thumb className="size-4 rounded-full bg-white transition-transform data-[checked]:translate-x-4" />
    </Switch.Root>
  )
}
