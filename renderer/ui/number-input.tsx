import { NumberField } from '@base-ui/react/number-field'
import { numberLocale } from '../../core/text/number-language'

export interface NumberInputProps {
  readonly label: string
  /** null: left open; `placeholder` says what that means. */
  readonly value: number | null
  readonly onChange: (value: number | null) => void
  readonly min?: number
  readonly max?: number
  readonly step?: number
  readonly placeholder?: string
}

export function NumberInput({ label, value, onChange, min, max, step, placeholder }: NumberInputProps) {
  const locale = numberLocale()
  return (
    <NumberField.Root
      value={value}
      onValueChange={onChange}
      {...(min === undefined ? {} : { min })}
      {...(max === undefined ? {} : { max })}
      {...(step === undefined ? {} : { step })}
      format={{ maximumFractionDigits: 3 }}
      {...(locale === undefined ? {} : { locale })}
    >
      <NumberField.Input
        aria-label={label}
        placeholder={placeholder}
        className="h-8 w-full rounded-md border border-line-strong bg-raised px-2.5 text-[13px] placeholder:text-faint"
      />
    </NumberField.Root>
  )
}
