/** Standard items, and commands that the window executes. */
import { app, Menu, type MenuItemConstructorOptions } from 'electron'
import type { AppCommand } from '../../core/contract/commands/app-commands'
import { acceleratorOf, type Shortcuts } from '../../core/shortcuts/shortcuts'

export function installMenu(shortcuts: Shortcuts, send: (command: AppCommand) => void): void {
  const isMac = process.platform === 'darwin'
  const item = (label: string, command: AppCommand): MenuItemConstructorOptions => {
    const accelerator = acceleratorOf(shortcuts[command])
    return { label, ...(accelerator ? { accelerator } : {}), click: () => send(command) }
  }
  const preferences = item('Preferences…', 'preferences')
  const template: MenuItemConstructorOptions[] = [
    ...(isMac
      ? [
          {
            label: app.name,
            submenu: [
              { role: 'about' },
              { type: 'separator' },
              preferences,
              { type: 'separator' },
              { role: 'services' },
              { type: 'separator' },
              { role: 'hide' },
              { role: 'hideOthers' },
              { role: 'unhide' },
              { type: 'separator' },
              { role: 'quit' },
            ],
          } satisfies MenuItemConstructorOptions,
        ]
      : []),
    {
      label: '&File',
      submenu: [
        item('New conversation', 'new-conversation'),
        item('Open model…', 'open-model'),
        ...(isMac ? [] : [{ type: 'separator' } as const, preferences]),
        { type: 'separator' },
        isMac ? { role: 'close' } : { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: '&Conversation',
      submenu: [item('Search', 'search'), item('Regenerate answer', 'regenerate'), item('Stop answer', 'stop')],
    },
    {
      label: '&View',
      submenu: [
        item('Chat', 'chat'),
        item('Models', 'models'),
        item('Planner', 'planner'),
        item('Compare', 'compare'),
        item('Lab', 'lab'),
        { type: 'separator' },
        item('Model settings', 'settings'),
        item('Events', 'events'),
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        { role: 'toggleDevTools' },
      ],
    },
    { role: 'windowMenu' },
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}
