import type { ComponentProps, ReactNode } from 'react'

type Look = 'primary' | 'plain' | 'quiet' | 'danger'
const looks: Readonly<Record<Look, string>> = {
  primary: 'bg-accent text-accent-ink hover:brightness-110 disabled:bg-sunken disabled:text-faint disabled:hover:brightness-100',
  plain: 'border border-line-strong bg-raised text-ink hover:bg-sunken disabled:text-faint disabled:border-line disabled:hover:bg-raised',
  quiet: 'text-soft hover:bg-sunken hover:text-ink disabled:text-faint disabled:hover:bg-transparent',
  danger:
    'border border-danger text-danger bg-raised hover:bg-danger-soft disabled:border-line disabled:text-faint disabled:hover:bg-raised',
}

export interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: Look
  readonly children: ReactNode
}

export function Button({ look = 'plain', className = '', ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={`inline-flex h-8 shrink-0 items-center justify-center gap-1.5 rounded-md px-3 font-medium text-[13px] transition-colors disabled:cursor-default ${looks[look]} ${className}`}
      {...rest}
    />
  )
}
