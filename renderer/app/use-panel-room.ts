import { useEffect } from 'react'
import { composerId } from '../chat/composer/focus-composer'
import { useIsNarrower } from '../window/use-is-narrower'
import { closePanel, showPanelAgain, windowStore } from '../window/window-store'

/** Whether the panel has no place of its own and is over the conversation. */
export const useIsPanelOver = (): boolean => useIsNarrower(900)

/** Closes the panel when there is no room next to the conversation, and opens it again when there is. */
export function usePanelRoom(): void {
  const isOver = useIsPanelOver()
  useEffect(() => {
    if (!isOver) return
    const { panelOpen } = windowStore.getState()
    closePanel()
    const onFocus = ({ target }: FocusEvent) => target instanceof Element && target.id === composerId && closePanel()
    document.addEventListener('focusin', onFocus)
    return () => {
      document.removeEventListener('focusin', onFocus)
      if (panelOpen) showPanelAgain()
    }
  }, [isOver])
}
