import { Popover } from '@base-ui/react/popover'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { copy } from '../../../core/copy/copy'
import { plainTextOf } from '../../../core/messages/parts-of'
import { conversationStore } from '../../chat/conversation/conversation-store'
import { hold, litStore } from '../../chat/words/lit-store'
import { Button } from '../../ui/controls/button'
import { endTour, firstMessage, firstMessageTokens, showStep, stepsBeside, type TourStep, targetOf, useTour } from './tour-store'

export function Tour() {
  const step = useTour((state) => state.step)
  return step && <Steps step={step} />
}

function Steps({ step }: { readonly step: TourStep | 'first' }) {
  const target = useTarget(step)
  const onward = useRef<HTMLButtonElement>(null)
  const texts = copy.help.tour
  const { title, text } = useStepTexts(step)
  const steps = stepsBeside(step)
  const at = (steps as readonly string[]).indexOf(step)
  const [before, next] = at < 0 ? [] : [steps[at - 1], steps[at + 1]]
  return (
    <>
      {target && <Ring target={target} />}
      <Popover.Root open onOpenChange={(_, { reason }) => (reason === 'escape-key' || reason === 'close-press') && endTour()}>
        <Popover.Portal>
          <Popover.Positioner anchor={target ?? document.body} sideOffset={14} collisionPadding={12} className="z-50">
            <Popover.Popup
              initialFocus={onward}
              data-lights
              className="w-80 max-w-[calc(100vw-2rem)] rounded-lg border border-line bg-raised p-4 text-[13px] shadow-raised"
            >
              <Popover.Title className="font-semibold text-[14px]">{title}</Popover.Title>
              {/* The focus stays on "Next", so a screen reader would not notice a new step. */}
              <Popover.Description aria-live="polite" className="mt-1 text-soft leading-snug">
                {text}
              </Popover.Description>
              {at >= 0 && <p className="mt-2 text-[12px] text-faint">{texts.step(at + 1, steps.length)}</p>}
              <div className="mt-2 flex flex-wrap items-center justify-end gap-1.5">
                {next && (
                  <Button look="quiet" className="mr-auto -ml-2 h-7 px-2" onClick={endTour}>
                    {texts.skip}
                  </Button>
                )}
                {before && (
                  <Button className="h-7" onClick={() => showStep(before)}>
                    {texts.back}
                  </Button>
                )}
                <Button ref={onward} look="primary" className="h-7" onClick={() => (next ? showStep(next) : endTour())}>
                  {next ? texts.next : texts.finish}
                </Button>
              </div>
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </>
  )
}

/** Waits for the target until it is on the page, and scrolls to it. */
function useTarget(step: TourStep | 'first'): HTMLElement | null {
  const [target, setTarget] = useState<{ readonly step: string; readonly element: HTMLElement } | null>(null)
  useEffect(() => {
    const look = () => {
      const element = targetOf(step)
      setTarget((known) => (element === null || known?.element === element ? known : { step, element }))
    }
    look()
    const watch = new MutationObserver(look)
    watch.observe(document.body, { childList: true, subtree: true })
    return () => watch.disconnect()
  }, [step])
  const found = target?.step === step ? target.element : null
  useEffect(() => void found?.scrollIntoView({ block: 'nearest' }), [found])
  return found
}

function useStepTexts(step: TourStep | 'first'): { readonly title: string; readonly text: string } {
  const sample = useStore(litStore, (state) => state.sample)
  const metrics = useStore(conversationStore, ({ thread }) => thread?.messages.findLast((message) => message.metrics)?.metrics)
  const texts = copy.help.tour
  const held = firstMessageTokens()
  useEffect(() => {
    if (step === 'cells' && sample) hold(firstMessageTokens())
  }, [step, sample])
  const count = held?.positions.length
  const { message, cells, reuse, memory } = texts.steps
  switch (step) {
    case 'first':
      return texts.first
    case 'message':
      return { title: message.title, text: message.text(count) }
    case 'cells':
      return { title: cells.title, text: cells.text(count) }
    case 'reuse':
      return { title: reuse.title, text: reuse.text(metrics?.reusedTokens ?? 0, metrics?.processedTokens ?? 0) }
    case 'memory':
      return { title: memory.title, text: memory.text(firstWords()) }
    default:
      return texts.steps[step]
  }
}

const quotedCharacters = 60

/** Of the user's first message. */
function firstWords(): string {
  const message = firstMessage()
  const text = message ? plainTextOf(message).replace(/\s+/g, ' ').trim() : ''
  return text.length > quotedCharacters ? `${text.slice(0, quotedCharacters).trim()}…` : text
}

/** A frame around the target. The rest of the window stays usable. */
function Ring({ target }: { readonly target: HTMLElement }) {
  const [box, setBox] = useState(() => target.getBoundingClientRect())
  useEffect(() => {
    const measure = () => setBox(target.getBoundingClientRect())
    measure()
    const resized = new ResizeObserver(measure)
    resized.observe(target)
    resized.observe(document.body)
    document.addEventListener('scroll', measure, { capture: true, passive: true })
    return () => {
      resized.disconnect()
      document.removeEventListener('scroll', measure, { capture: true })
    }
  }, [target])
  return (
    <div
      aria-hidden
      className="pointer-events-none fixed z-40 rounded-md border-2 border-accent"
      style={{ left: box.left - 5, top: box.top - 5, width: box.width + 10, height: box.height + 10 }}
    />
  )
}
