import type { ReactNode } from 'react'
import { Explained } from './explained'

/** A setting: its name, what it means on hover, and its control. */
export function SettingRow({
  name,
  explanation,
  children,
}: {
  readonly name: string
  readonly explanation: string
  readonly children: ReactNode
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_132px] items-center gap-3 py-1">
      <Explained by={explanation} className="justify-self-start text-soft">
        {name}
      </Explained>
      {children}
    </div>
  )
}
