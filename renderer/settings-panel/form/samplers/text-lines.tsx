import { type ReactNode, useId, useState } from 'react'
import { Explained } from '../../../ui/explained'

export interface TextLinesProps {
  readonly name: string
  readonly label?: string
  readonly explanation?: string
  readonly mark?: ReactNode
  readonly value: readonly string[]
  readonly linesOf: (typed: string) => string[]
  readonly typedOf: (value: readonly string[]) => string
  readonly onChange: (value: string[]) => void
}

/** Texts, one per line. */
export function TextLines({ name, label, explanation, mark, value, linesOf, typedOf, onChange }: TextLinesProps) {
  const [typed, setTyped] = useState('')
  // The typed text can contain more than the texts, such as an empty line.
  const isTheirs = JSON.stringify(linesOf(typed)) === JSON.stringify(value)
  return (
    <LinesArea
      name={name}
      label={label}
      explanation={explanation}
      mark={mark}
      text={isTheirs ? typed : typedOf(value)}
      onText={(text) => {
        setTyped(text)
        onChange(linesOf(text))
      }}
    />
  )
}

export interface LinesAreaProps {
  readonly name: string
  readonly label?: string | undefined
  readonly explanation?: string | undefined
  readonly mark?: ReactNode
  readonly text: string
  readonly problem?: string | undefined
  readonly onText: (text: string) => void
}

export function LinesArea({ name, label = name, explanation, mark, text, problem, onText }: LinesAreaProps) {
  const problemId = useId()
  return (
    <div className="mt-2 text-soft">
      <span className="flex items-center gap-1.5">
        {explanation ? <Explained by={explanation}>{name}</Explained> : name}
        {mark}
      </span>
      <textarea
        rows={Math.min(6, Math.max(2, text.split('\n').length))}
        aria-label={label}
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? problemId : undefined}
        spellCheck={false}
        value={text}
        onChange={(event) => onText(event.target.value)}
        className={`mt-1 block w-full rounded-md border bg-raised px-2.5 py-1.5 font-mono text-[12px] text-ink ${problem ? 'border-danger' : 'border-line-strong'}`}
      />
      {problem && (
        <p id={problemId} className="mt-1 text-[12px] text-danger leading-snug">
          {problem}
        </p>
      )}
    </div>
  )
}
