import { type ReactNode, useId } from 'react'

export interface SectionProps {
  readonly title: string
  readonly note?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

export function Section({ title, note, actions, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-line border-t pt-3">
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={id} className="font-medium">
          {title}
        </h2>
        {actions && <div className="ml-auto flex flex-wrap items-center gap-2">{actions}</div>}
        {note && <p className="basis-full text-[13px] text-soft leading-snug">{note}</p>}
      </div>
      {children}
    </section>
  )
}
