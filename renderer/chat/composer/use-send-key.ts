import type { KeyboardEvent } from 'react'
import { newLineKey, sendsMessage, shortcutText } from '../../../core/shortcuts/shortcuts'
import { keyboard } from '../../window/keyboard'
import { usePreferences } from '../../window/preference-store'

export function useSendKey() {
  const sendKey = usePreferences((values) => values.sendKey)
  return {
    /** During composition, Enter accepts the input method's word. */
    sends: (event: KeyboardEvent): boolean => !event.nativeEvent.isComposing && sendsMessage(event, sendKey, keyboard.isMac),
    names: [sendKey, newLineKey(sendKey)].map((keys) => shortcutText(keys, keyboard.isMac)) as [string, string],
  }
}
