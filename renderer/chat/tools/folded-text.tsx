import { Collapsible } from '@base-ui/react/collapsible'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'

export interface FoldedTextProps {
  readonly title: string
  readonly label: string
  readonly text: string
  /** Until the user opens or folds it. */
  readonly isOpenAtFirst: boolean
  readonly note?: ReactNode
  readonly children?: ReactNode
}

/** A title with a text that can be unfolded. `children` stay visible. */
export function FoldedText({ title, label, text, isOpenAtFirst, note, children }: FoldedTextProps) {
  const [chosen, setChosen] = useState<boolean>()
  const isOpen = chosen ?? isOpenAtFirst
  return (
    <Collapsible.Root open={isOpen} onOpenChange={setChosen} className="mb-2 rounded-lg border border-line">
      <div className="flex min-h-8 flex-wrap items-center gap-x-2 px-1.5 text-[12px] text-faint">
        <Collapsible.Trigger className="flex min-w-0 items-center gap-1 rounded px-1 py-0.5 font-medium text-soft [overflow-wrap:anywhere] hover:text-ink">
          <ChevronRight size={14} aria-hidden className={`shrink-0 ${isOpen ? 'rotate-90' : ''}`} />
          {title}
        </Collapsible.Trigger>
        {note}
      </div>
      <Collapsible.Panel className="border-line border-t">
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
          tabIndex={0}
          aria-label={label}
          className="max-h-80 overflow-auto px-3 py-2"
        >
          <pre className="whitespace-pre-wrap font-mono text-[12px] leading-relaxed [overflow-wrap:anywhere]">{text}</pre>
        </section>
      </Collapsible.Panel>
      {children}
    </Collapsible.Root>
  )
}
