import type { ReactNode } from 'react'

export function PreferenceGroup({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-7 scroll-mt-4">
      <h2 className="mb-2 font-medium">{title}</h2>
      {children}
    </section>
  )
}

interface PreferenceRowProps {
  readonly name: string
  readonly note?: string
  /** The row has a switch, and a click on its text changes it. */
  readonly isSwitch?: boolean
  readonly children?: ReactNode
}

export function PreferenceRow({ name, note, isSwitch = false, children }: PreferenceRowProps) {
  const Row = isSwitch ? 'label' : 'div'
  return (
    <Row className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line border-t py-2.5 text-[13px]">
      <div className="min-w-40 flex-1">
        <p className="[overflow-wrap:anywhere]">{name}</p>
        {note && <p className="text-[12px] text-faint leading-snug">{note}</p>}
      </div>
      {children}
    </Row>
  )
}
