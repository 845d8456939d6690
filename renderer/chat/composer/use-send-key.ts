import type { KeyboardEvent } from 'react'
import { newLineKey, sendsMessage, shortcutText } from '../../../core/shortcuts/shortcuts'
import { keyboard } from '../../window/keyboard'
import { usePreferences } from '../../window/preference-store'

export function useSendKey() {
  const sendKey = usePreferences((values) => values.sendKey)
  return {
    /** In an input method, Enter accepts a word. */
    sends: (event: KeyboardEvent): boolean => !event.nativeEvent.isComposing && sendsMessage(event, sendKey, keyboard.isMac),
    names: [sendKey, newLineKey(sendKey)].map((keys) => shortcutText(keys, keyboard.isMac)) as [string, string],
  }
}
