import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { StoredMessage } from '../../../core/contract/chat/conversations'
import { composerId } from '../../chat/composer/focus-composer'
import { conversationStore, showMessage } from '../../chat/conversation/conversation-store'
import { hold, litStore } from '../../chat/words/lit-store'
import { preferenceStore, setPreferences } from '../../window/preference-store'
import { closePanel, foldSidebar, showList, showPanel, showScreen, windowStore } from '../../window/window-store'

/** With the details: what the map of the cells shows. */
export const mapSteps = ['message', 'cells', 'reuse', 'anatomy', 'screens'] as const
/** In the plain view. */
export const plainSteps = ['chats', 'memory', 'full', 'model', 'help'] as const
export type TourStep = (typeof mapSteps)[number] | (typeof plainSteps)[number]

export interface TourState {
  /** `first` is shown instead of the others if no message was sent yet. */
  readonly step: TourStep | 'first' | null
}

export const tourStore = createStore<TourState>(() => ({ step: null }))
export const useTour = <T>(select: (state: TourState) => T): T => useStore(tourStore, select)

export const stepsBeside = (step: TourStep | 'first'): readonly TourStep[] =>
  [mapSteps, plainSteps].find((steps: readonly string[]) => steps.includes(step)) ?? []

export function startTour(): void {
  if (tourStore.getState().step !== null) return
  const { details } = preferenceStore.getState().values
  showScreen('chat')
  showStep(firstMessage() === undefined ? 'first' : details ? 'message' : 'chats')
}

/** In a narrow window, the panel and the list are over the conversation, so only one of them may be open. */
export function showStep(step: TourStep | 'first'): void {
  hold(undefined)
  const messageId = firstMessage()?.id
  const isInPanel = step === 'cells' || step === 'anatomy' || step === 'memory' || step === 'full'
  const isInSidebar = step === 'chats' || step === 'screens'
  if (isInPanel || step === 'message') showPanel('cache')
  if (!isInPanel && isPanelOver()) closePanel()
  if (step === 'message' && messageId) showMessage(messageId)
  if (isInSidebar && windowStore.getState().sidebarFolded) foldSidebar(false)
  showList(isInSidebar)
  tourStore.setState({ step })
}

export function endTour(): void {
  const { step } = tourStore.getState()
  hold(undefined)
  showList(false)
  tourStore.setState({ step: null })
  // Nothing was shown yet.
  if (step === 'first') return void document.getElementById(composerId)?.focus()
  void setPreferences({ tourSeen: true })
}

export const declineTour = (): void => void setPreferences({ tourSeen: true })

export const firstMessage = (): StoredMessage | undefined =>
  conversationStore.getState().thread?.messages.find(({ role }) => role === 'user')

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
      const id = firstMessage()?.id
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
    case 'chats':
    case 'memory':
    case 'full':
    case 'model':
    case 'help':
      return find(`[data-tour="${step}"]`)
  }
}
