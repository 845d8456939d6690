import { type ReactNode, useState } from 'react'
import { copy } from '../../../../core/copy/copy'

export interface SamplerGroupProps {
  readonly name: string
  readonly isOn: boolean
  readonly hasProblem?: boolean
  readonly children: ReactNode
}

/** The fields of a sampler, which are open at first if the sampler is on or a field is invalid. */
export function SamplerGroup({ name, isOn, hasProblem = false, children }: SamplerGroupProps) {
  const [isOpen, setOpen] = useState(isOn || hasProblem)
  const { modes } = copy.settings
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)} className="py-1">
      <summary className="cursor-pointer text-soft">
        <span className="inline-flex w-[calc(100%-1.25rem)] justify-between gap-3 align-top">
          <span>{name}</span>
          <span className={isOn ? 'text-ink' : 'text-faint'}>{isOn ? modes.on : modes.off}</span>
        </span>
      </summary>
      <div className="mb-1 border-line border-l pl-3">{children}</div>
    </details>
  )
}
