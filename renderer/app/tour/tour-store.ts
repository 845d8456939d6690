import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { composerId } from '../../chat/composer/focus-composer'
import { conversationStore, showMessage } from '../../chat/conversation/conversation-store'
import { light, litStore } from '../../chat/words/lit-store'
import { preferenceStore, setPreferences } from '../../window/preference-store'
import { closePanel, foldSidebar, showPanel, showScreen, windowStore } from '../../window/window-store'

/** `first` is shown instead of the others if no message was sent yet. */
export const tourSteps = ['message', 'cells', 'reuse', 'anatomy', 'screens'] as const
export type TourStep = (typeof tourSteps)[number]

export interface TourState {
  readonly step: TourStep | 'first' | null
  /** Whether the details were shown before the tour. */
  readonly hadDetails: boolean
}

export const tourStore = createStore<TourState>(() => ({ step: null, hadDetails: true }))
export const useTour = <T>(select: (state: TourState) => T): T => useStore(tourStore, select)

export function startTour(): void {
  if (tourStore.getState().step !== null) return
  const { details } = preferenceStore.getState().values
  showScreen('chat')
  const isEmpty = firstMessageId() === undefined
  tourStore.setState({ hadDetails: details })
  if (!isEmpty && !details) void setPreferences({ details: true })
  showStep(isEmpty ? 'first' : 'message')
}

export function showStep(step: TourStep | 'first'): void {
  light(undefined)
  const messageId = firstMessageId()
  if (step === 'cells' || step === 'anatomy' || step === 'message') showPanel('cache')
  // A panel over a narrow conversation would cover what these steps point at.
  if ((step === 'message' || step === 'reuse') && isPanelOver()) closePanel()
  if (step === 'message' && messageId) showMessage(messageId)
  if (step === 'screens' && windowStore.getState().sidebarFolded) foldSidebar(false)
  tourStore.setState({ step })
}

export function endTour(): void {
  const { step, hadDetails } = tourStore.getState()
  light(undefined)
  tourStore.setState({ step: null })
  // Nothing was shown yet.
  if (step === 'first') return void document.getElementById(composerId)?.focus()
  void setPreferences({ tourSeen: true, ...(hadDetails ? {} : { details: false }) })
}

export const declineTour = (): void => void setPreferences({ tourSeen: true })

const firstMessageId = (): string | undefined => conversationStore.getState().thread?.messages.find(({ role }) => role === 'user')?.id

const isPanelOver = (): boolean => {
  const panel = document.querySelector('main ~ aside')
  return panel !== null && getComputedStyle(panel).position === 'absolute'
}

/** The positions of the first message in the cells that the map shows. */
export function firstMessageTokens(): { readonly sequence: number; readonly positions: readonly number[] } | undefined {
  const { sample } = litStore.getState()
  const { thread } = conversationStore.getState()
  if (!sample || sample.conversationId !== thread?.conversation.id) return undefined
  const number = thread.messages.findIndex(({ role }) => role === 'user') + 1
  const positions = sample.spans
    .filter(({ message, holds }) => message === number && holds === 'user')
    .flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at))
  return positions.length > 0 ? { sequence: sample.sequence, positions } : undefined
}

/** What a step points at. null while it is not on the page. */
export function targetOf(step: TourStep | 'first'): HTMLElement | null {
  const find = (selector: string) => document.querySelector<HTMLElement>(selector)
  switch (step) {
    case 'first':
      return document.getElementById(composerId)
    case 'message': {
      const id = firstMessageId()
      return id === undefined ? null : find(`[data-message="${CSS.escape(id)}"]`)
    }
    case 'cells':
      return find('[data-cells]')
    case 'reuse':
      return [...document.querySelectorAll<HTMLElement>('article [data-tour="figures"]')].at(-1) ?? null
    case 'anatomy':
      return find('[data-tour="anatomy"]')
    case 'screens':
      return find('[data-tour="screens"]')
  }
}
