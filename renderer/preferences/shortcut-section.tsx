import { type KeyboardEvent, useState } from 'react'
import { type SendKey, sendKeys } from '../../core/contract/app/preference-values'
import { type AppCommand, appCommands } from '../../core/contract/commands/app-commands'
import type { ShortcutProblem } from '../../core/contract/errors/app-reasons'
import { copy } from '../../core/copy/copy'
import { describeFailure } from '../../core/copy/failures'
import { defaultShortcuts, newLineKey, shortcutOf, shortcutProblem, shortcutsInUse, shortcutText } from '../../core/shortcuts/shortcuts'
import { Button } from '../ui/controls/button'
import { Segmented } from '../ui/controls/segmented'
import { keyboard } from '../window/keyboard'
import { setPreferences, usePreferences } from '../window/preference-store'
import { PreferenceGroup, PreferenceRow } from './preference-row'

export function ShortcutSection() {
  const { shortcuts: own, sendKey } = usePreferences((values) => values)
  const shortcuts = shortcutsInUse(keyboard.host, own)
  const [asked, setAsked] = useState<AppCommand>()
  const [problem, setProblem] = useState<ShortcutProblem>()

  const text = copy.preferences.shortcuts
  const shown = (command: AppCommand) => shortcutText(shortcuts[command], keyboard.isMac) || text.none
  const set = (command: AppCommand, shortcut: string | undefined) => {
    const { [command]: _, ...others } = own
    const isDefault = shortcut === undefined || shortcut === defaultShortcuts(keyboard.host)[command]
    setAsked(undefined)
    void setPreferences({ shortcuts: isDefault ? others : { ...others, [command]: shortcut } })
  }
  const take = (command: AppCommand, event: KeyboardEvent) => {
    if (event.key === 'Tab') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') return setAsked(undefined)
    if (event.key === 'Backspace' || event.key === 'Delete') return set(command, '')
    const pressed = shortcutOf(event, keyboard.isMac)
    if (pressed === undefined) return
    const refused = shortcutProblem(keyboard, shortcuts, command, pressed)
    setProblem(refused)
    if (!refused) set(command, pressed)
  }
  const ask = (command: AppCommand | undefined) => {
    setAsked(command)
    setProblem(undefined)
  }
  return (
    <PreferenceGroup title={text.title}>
      <p className="mb-2 text-[12px] text-faint">{text.note}</p>
      <PreferenceRow name={text.sendKey} note={text.newLine(shortcutText(newLineKey(sendKey), keyboard.isMac))}>
        <Segmented
          label={text.sendKey}
          value={sendKey}
          options={sendKeys.map((value) => ({ value, label: shortcutText(value, keyboard.isMac) }))}
          onChange={(next: SendKey) => void setPreferences({ sendKey: next })}
        />
      </PreferenceRow>
      {appCommands.map((command) => (
        <PreferenceRow key={command} name={copy.app.commands[command]}>
          <span className="flex items-center gap-2">
            {own[command] !== undefined && (
              <Button look="quiet" onClick={() => set(command, undefined)}>
                {text.reset}
              </Button>
            )}
            <button
              type="button"
              aria-label={text.change(copy.app.commands[command], shown(command))}
              aria-pressed={asked === command}
              className="h-8 min-w-36 rounded-md border border-line-strong bg-raised px-2.5 font-mono text-[12px] aria-pressed:border-accent aria-pressed:text-accent"
              onClick={() => ask(asked === command ? undefined : command)}
              onBlur={() => asked === command && ask(undefined)}
              onKeyDown={(event) => asked === command && take(command, event)}
            >
              {asked === command ? text.press : shown(command)}
            </button>
          </span>
          {asked === command && (
            <p role="status" className={`w-full text-[12px] ${problem ? 'text-danger' : 'text-faint'}`}>
              {problem ? describeFailure({ code: 'shortcut-refused', facts: { reason: problem } }) : text.hint}
            </p>
          )}
        </PreferenceRow>
      ))}
      <div className="pt-2">
        <Button disabled={Object.keys(own).length === 0} onClick={() => void setPreferences({ shortcuts: {} })}>
          {text.resetAll}
        </Button>
      </div>
    </PreferenceGroup>
  )
}
