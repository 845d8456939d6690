import { Menu } from '@base-ui/react/menu'
import { CircleHelp } from 'lucide-react'
import type { AppCommand } from '../../../core/contract/commands/app-commands'
import { copy } from '../../../core/copy/copy'
import { MoreItem, MoreSeparator } from '../../ui/controls/more-menu'
import { runCommand } from '../commands/run-command'

/** As in the menu of the desktop window. */
export function HelpMenu() {
  const item = (command: AppCommand) => <MoreItem onClick={() => runCommand(command)}>{copy.app.commands[command]}</MoreItem>
  return (
    <Menu.Root>
      <Menu.Trigger
        data-tour="help"
        aria-label={copy.help.menu}
        title={copy.help.menu}
        className="grid size-7 shrink-0 place-items-center rounded-md text-soft hover:bg-sunken hover:text-ink data-[popup-open]:bg-sunken"
      >
        <CircleHelp size={16} strokeWidth={1.75} aria-hidden />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={6} align="end" className="z-50">
          <Menu.Popup className="min-w-56 rounded-md border border-line bg-raised py-1 shadow-raised">
            {item('first-steps')}
            {item('tour')}
            {item('terms')}
            {item('shortcuts')}
            <MoreSeparator />
            {item('report')}
            {item('about')}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
