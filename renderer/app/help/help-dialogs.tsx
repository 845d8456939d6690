import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { copy } from '../../../core/copy/copy'
import { useApp } from '../../client/use-app'
import { IconButton } from '../../ui/controls/icon-button'
import { showHelp, useWindow } from '../../window/window-store'

const findId = 'find-term'

export function HelpDialogs() {
  const shown = useWindow((state) => state.help)
  const { firstSteps, terms, about } = copy.help
  return (
    <>
      <HelpDialog title={firstSteps.title} isOpen={shown === 'first-steps'} width="w-[34rem]">
        <FirstSteps />
      </HelpDialog>
      <HelpDialog title={terms.title} isOpen={shown === 'terms'} width="w-[44rem]">
        <Terms />
      </HelpDialog>
      <HelpDialog title={about.title} isOpen={shown === 'about'} width="w-[26rem]">
        <About />
      </HelpDialog>
    </>
  )
}

interface HelpDialogProps {
  readonly title: string
  readonly isOpen: boolean
  readonly width: string
  readonly children: ReactNode
}

function HelpDialog({ title, isOpen, width, children }: HelpDialogProps) {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && showHelp(null)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Popup
          ref={popup}
          // On the button, the focus would open a hint that takes the first Escape.
          initialFocus={() => document.getElementById(findId) ?? popup.current}
          className={`fixed outline-none top-[8vh] left-1/2 z-50 flex max-h-[84vh] ${width} max-w-[calc(100vw-2rem)] -translate-x-1/2 flex-col rounded-lg border border-line bg-panel shadow-raised`}
        >
          <div className="flex items-center justify-between gap-3 px-5 pt-4 pb-2">
            <Dialog.Title className="font-semibold text-[15px]">{title}</Dialog.Title>
            <IconButton icon={X} label={copy.help.close} onClick={() => showHelp(null)} />
          </div>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const FirstSteps = () => (
  <section
    aria-label={copy.help.firstSteps.title}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
    tabIndex={0}
    className="min-h-0 overflow-y-auto px-5 pb-5 text-[13px] leading-snug focus-visible:outline-offset-[-2px]"
  >
    <dl>
      {copy.help.firstSteps.steps.map(({ name, text }) => (
        <div key={name} className="pt-3">
          <dt className="font-medium">{name}</dt>
          <dd className="mt-0.5 text-soft">{text}</dd>
        </div>
      ))}
    </dl>
  </section>
)

function Terms() {
  const [typed, setTyped] = useState('')
  const { find, groups, nothingFound } = copy.help.terms
  const words = typed.trim().toLowerCase()
  const found = groups
    .map(({ name, terms }) => ({ name, terms: terms.filter((term) => `${term.name} ${term.meaning}`.toLowerCase().includes(words)) }))
    .filter(({ terms }) => terms.length > 0)
  return (
    <>
      <div className="px-5 pb-3">
        <input
          id={findId}
          type="search"
          aria-label={find}
          placeholder={find}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className="h-8 w-full rounded-md border border-line bg-raised px-2.5 text-[13px] placeholder:text-faint"
        />
      </div>
      <section
        aria-label={copy.help.terms.title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
        className="min-h-0 overflow-y-auto border-line border-t px-5 pt-1 pb-5 focus-visible:outline-offset-[-2px]"
      >
        {found.length === 0 && <p className="py-4 text-[13px] text-faint">{nothingFound(typed)}</p>}
        {found.map(({ name, terms }) => (
          <section key={name} aria-label={name}>
            <h3 className="pt-4 pb-1 font-medium text-[12px] text-faint">{name}</h3>
            <dl className="grid grid-cols-[10rem_1fr] gap-x-4 gap-y-1.5 text-[13px] leading-snug @max-[45rem]:grid-cols-1">
              {terms.map((term) => (
                <div key={term.name} className="contents">
                  <dt className="font-medium">{term.name}</dt>
                  <dd className="text-soft">{term.meaning}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </section>
    </>
  )
}

function About() {
  const version = useApp((state) => state.info?.version)
  const engine = useApp((state) => state.app?.engine)
  const texts = copy.help.about
  return (
    <div className="flex flex-col gap-2 px-5 pb-5 text-[13px] leading-snug">
      <p>{texts.what}</p>
      <p className="text-soft">{texts.technical}</p>
      <p className="text-soft">
        {[version && texts.version(version), engine?.status === 'ready' && texts.llamaCpp(engine.info.release)].filter(Boolean).join(', ')}
      </p>
      <p className="text-faint">{texts.license}</p>
    </div>
  )
}
