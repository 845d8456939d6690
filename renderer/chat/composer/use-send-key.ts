import type { KeyboardEvent } from 'react'
import { newLineKey, sendsMessage, shortcutText } from '../../../core/shortcuts/shortcuts'
import { keyboard } from '../../window/keyboard'
import { usePreferences } from '../../window/preference-store'

/** The keys that send a message and start a new line, as the user prefers them. */
export function useSendKey() {
  const sendKey = usePreferences((values) => values.sendKey)
  return {
    /** False while an input method composes: its Enter accepts a word. */
    sends: (event: KeyboardEvent): boolean => !event.nativeEvent.isComposing && sendsMessage(event, sendKey, keyboard.isMac),
    /** As they are written on the keyboard. */
    names: [sendKey, newLineKey(sendKey)].map((keys) => shortcutText(keys, keyboard.isMac)) as [string, string],
  }
}
