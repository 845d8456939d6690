import type { ReactNode } from 'react'

export const Badge = ({ className, children }: { readonly className: string; readonly children: ReactNode }) => (
  <span className={`shrink-0 rounded px-1.5 py-0.5 font-normal text-[12px] ${className}`}>{children}</span>
)
