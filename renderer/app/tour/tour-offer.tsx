import { useStore } from 'zustand'
import { copy } from '../../../core/copy/copy'
import { conversationStore } from '../../chat/conversation/conversation-store'
import { useApp } from '../../client/use-app'
import { Button } from '../../ui/controls/button'
import { usePreferences } from '../../window/preference-store'
import { declineTour, startTour, useTour } from './tour-store'

/** After the first answer, to people who have neither seen the tour nor asked for details. */
export function TourOffer() {
  const isNew = usePreferences(({ tourSeen, details }) => !tourSeen && !details)
  const isOnTour = useTour(({ step }) => step !== null)
  const isLocal = useApp((state) => state.app?.model.status === 'ready')
  const isAnswered = useStore(
    conversationStore,
    ({ thread }) => thread?.messages.at(-1)?.state === 'complete' && thread.messages.some(({ metrics }) => metrics !== null),
  )
  if (!isNew || isOnTour || !isLocal || !isAnswered) return null
  const texts = copy.help.tour
  return (
    <section
      aria-label={texts.name}
      className="mx-auto flex w-full max-w-3xl flex-wrap items-center gap-x-3 gap-y-1 px-6 pb-2 text-[13px] text-soft @max-[56.25rem]:px-4"
    >
      <p className="min-w-0 flex-1 basis-60">{texts.offer}</p>
      <span className="flex gap-1">
        <Button className="h-7" onClick={startTour}>
          {texts.take}
        </Button>
        <Button look="quiet" className="h-7" onClick={declineTour}>
          {texts.decline}
        </Button>
      </span>
    </section>
  )
}
