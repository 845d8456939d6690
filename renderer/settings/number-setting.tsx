import { TriangleAlert } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { copy } from '../../core/copy/copy'
import { Explained } from '../ui/explained'
import { numberText, readNumber } from '../ui/fields/read-number'
import { type NumberFieldName, numberFields, typedProblem } from './number-fields'
import { SettingReset } from './setting-reset'

export interface NumberSettingProps {
  readonly field: NumberFieldName
  /** Accessible name. `name`, `label` and `explanation` are those of the settings panel by default. */
  readonly label?: string
  readonly explanation?: string
  readonly name?: string
  /** null if empty; `placeholder` then says what that means. */
  readonly value: number | null
  readonly onChange: (value: number | null) => void
  readonly typed: string | undefined
  readonly onTyped: (text: string | null) => void
  readonly step?: number
  readonly placeholder?: string
  readonly problem?: string | undefined
  readonly hint?: string | undefined
  /** The value is allowed, but probably a mistake. */
  readonly warning?: string | undefined
  readonly obstacle?: string | undefined
}

export function NumberSetting(props: NumberSettingProps) {
  const { field, value, typed, step = 1, placeholder, problem, hint, warning, obstacle } = props
  const { range, canBeEmpty } = numberFields[field]
  const text = copy.settings.fields[field]
  const { name = text.name, label = text.label, explanation = text.explanation } = props
  const noteId = useId()
  /** While the field has focus, it shows exactly the typed text. */
  const [live, setLive] = useState<string | null>(null)
  const wrong = typedProblem(field, typed) ?? problem
  const note = wrong ?? obstacle ?? warning ?? hint
  const isWarning = note !== undefined && note === warning

  const take = (text: string) => {
    setLive(text)
    const read = readNumber(text, name, range, canBeEmpty)
    props.onTyped(read.ok ? null : text)
    if (read.ok) props.onChange(read.value)
  }
  const move = (event: KeyboardEvent) => {
    const steps = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key]
    if (steps === undefined) return
    event.preventDefault()
    const from = value ?? range.least
    const next = Math.min(range.most, Math.max(range.least, from + steps * step))
    take(numberText(next))
  }
  return (
    <div className="py-1">
      <div className="grid grid-cols-[minmax(0,1fr)_8.25rem] items-center gap-3">
        <span className="flex min-w-0 items-center gap-1.5">
          <Explained by={explanation} className="text-soft">
            {name}
          </Explained>
          <SettingReset of={field} />
        </span>
        <input
          aria-label={label}
          aria-invalid={wrong !== undefined}
          aria-describedby={note ? noteId : undefined}
          inputMode="decimal"
          autoComplete="off"
          disabled={obstacle !== undefined}
          placeholder={placeholder}
          value={live ?? typed ?? (value === null ? '' : numberText(value))}
          onChange={(event) => take(event.target.value)}
          onBlur={() => setLive(null)}
          onKeyDown={move}
          className={`h-8 w-full rounded-md border bg-raised px-2.5 text-[13px] placeholder:text-faint disabled:bg-panel disabled:text-faint ${wrong ? 'border-danger' : 'border-line-strong'}`}
        />
      </div>
      {note && (
        <p id={noteId} className={`mt-1 text-[12px] leading-snug ${wrong ? 'text-danger' : isWarning ? 'text-warning' : 'text-faint'}`}>
          {isWarning && <TriangleAlert size={12} className="mr-1 inline" aria-hidden />}
          {note}
        </p>
      )}
    </div>
  )
}
