import type { ReactNode } from 'react'
import { Explained } from '../explained'

export interface SettingRowProps {
  readonly name: string
  readonly explanation: string
  readonly problem?: string | undefined
  /** Next to the name. */
  readonly mark?: ReactNode
  readonly children: ReactNode
}

export function SettingRow({ name, explanation, problem, mark, children }: SettingRowProps) {
  return (
    <div className="py-1">
      <div className="grid grid-cols-[minmax(0,1fr)_8.25rem] items-center gap-3">
        <span className="flex min-w-0 items-center gap-1.5">
          <Explained by={explanation} className="text-soft">
            {name}
          </Explained>
          {mark}
        </span>
        {children}
      </div>
      {problem && <p className="mt-1 text-[12px] text-danger leading-snug">{problem}</p>}
    </div>
  )
}
