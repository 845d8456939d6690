import { type ReactNode, useId } from 'react'
import { Explained } from '../explained'

const field =
  'w-full rounded-md border border-line-strong bg-raised px-2.5 text-[13px] placeholder:text-faint aria-[invalid=true]:border-danger'

export interface TextFieldProps {
  readonly label: string
  readonly meaning: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly problem?: string | undefined
  readonly placeholder?: string
  readonly lines?: number
}

export function TextField({ label, meaning, value, onChange, problem, placeholder, lines = 1 }: TextFieldProps) {
  const id = useId()
  const shared = {
    'aria-label': label,
    'aria-invalid': problem !== undefined,
    'aria-describedby': problem ? id : undefined,
    value,
    placeholder,
    spellCheck: false,
  }
  return (
    <div>
      <Explained by={meaning} className="mb-0.5 text-soft">
        {label}
      </Explained>
      {lines > 1 ? (
        <textarea {...shared} rows={lines} onChange={(event) => onChange(event.target.value)} className={`${field} resize-y py-1.5`} />
      ) : (
        <input {...shared} onChange={(event) => onChange(event.target.value)} className={`${field} h-8`} />
      )}
      <Problem id={id} text={problem} />
    </div>
  )
}

export const Problem = ({ id, text }: { readonly id?: string; readonly text: string | undefined }) =>
  text ? (
    <p id={id} className="mt-0.5 text-[12px] text-danger leading-snug [overflow-wrap:anywhere]">
      {text}
    </p>
  ) : null

export interface LabelledProps {
  readonly label: string
  readonly meaning: string
  readonly children: ReactNode
}

export const Labelled = ({ label, meaning, children }: LabelledProps) => (
  <div className="min-w-0">
    <Explained by={meaning} className="mb-0.5 text-soft">
      {label}
    </Explained>
    {children}
  </div>
)
