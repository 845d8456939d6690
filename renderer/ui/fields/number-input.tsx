import { useId, useState } from 'react'
import type { NumberRange } from '../../../core/contract/settings/setting-ranges'
import { numberText, readNumber } from './read-number'

export interface NumberInputProps {
  readonly label: string
  /** null if empty; `placeholder` then says what that means. */
  readonly value: number | null
  readonly range: NumberRange
  readonly placeholder?: string
  /** Called with null only if `placeholder` is set. */
  readonly onChange: (value: number | null) => void
}

/** Invalid text does not change the value. */
export function NumberInput({ label, value, range, placeholder, onChange }: NumberInputProps) {
  const id = useId()
  /** While the field has focus, it shows exactly the typed text. */
  const [typed, setTyped] = useState<string | null>(null)
  const read = typed === null ? null : readNumber(typed, label, range, placeholder !== undefined)
  const problem = read && !read.ok ? read.reason : undefined
  const take = (text: string) => {
    setTyped(text)
    const next = readNumber(text, label, range, placeholder !== undefined)
    if (next.ok) onChange(next.value)
  }
  return (
    <>
      <input
        aria-label={label}
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? id : undefined}
        inputMode="decimal"
        autoComplete="off"
        placeholder={placeholder}
        value={typed ?? (value === null ? '' : numberText(value))}
        onChange={(event) => take(event.target.value)}
        onBlur={() => !problem && setTyped(null)}
        className={`h-8 w-full rounded-md border bg-raised px-2.5 text-[13px] placeholder:text-faint ${problem ? 'border-danger' : 'border-line-strong'}`}
      />
      {problem && (
        <p id={id} className="mt-0.5 text-[12px] text-danger leading-snug">
          {problem}
        </p>
      )}
    </>
  )
}
