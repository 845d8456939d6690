import type { ReactNode } from 'react'
import { Explained } from '../explained'

export interface SettingRowProps {
  readonly name: string
  readonly explanation: string
  readonly problem?: string | undefined
  readonly children: ReactNode
}

export function SettingRow({ name, explanation, problem, children }: SettingRowProps) {
  return (
    <div className="py-1">
      <div className="grid grid-cols-[minmax(0,1fr)_8.25rem] items-center gap-3">
        <Explained by={explanation} className="justify-self-start text-soft">
          {name}
        </Explained>
        {children}
      </div>
      {problem && <p className="mt-1 text-[12px] text-danger leading-snug">{problem}</p>}
    </div>
  )
}
