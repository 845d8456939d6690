/** The application menu: the platform's own items, and ours, which the window carries out. */
import { app, Menu, type MenuItemConstructorOptions } from 'electron'
import type { AppCommand } from '../../core/contract/host'

export function installMenu(send: (command: AppCommand) => void): void {
  const isMac = process.platform === 'darwin'
  const item = (label: string, accelerator: string | undefined, command: AppCommand): MenuItemConstructorOptions => ({
    label,
    ...(accelerator ? { accelerator } : {}),
    click: () => send(command),
  })
  const settings = item('Model settings…', 'CmdOrCtrl+,', 'settings')
  const template: MenuItemConstructorOptions[] = [
    ...(isMac
      ? [
          {
            label: app.name,
            submenu: [
              { role: 'about' },
              { type: 'separator' },
              settings,
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
        item('New conversation', 'CmdOrCtrl+N', 'new-conversation'),
        item('Open model…', 'CmdOrCtrl+O', 'open-model'),
        ...(isMac ? [] : [{ type: 'separator' } as const, settings]),
        { type: 'separator' },
        isMac ? { role: 'close' } : { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: '&Conversation',
      submenu: [
        item('Search', 'CmdOrCtrl+K', 'search'),
        item('Regenerate answer', 'CmdOrCtrl+Shift+R', 'regenerate'),
        item('Stop answer', 'CmdOrCtrl+.', 'stop'),
      ],
    },
    {
      label: '&View',
      submenu: [
        item('Chat', 'CmdOrCtrl+1', 'chat'),
        item('Models', 'CmdOrCtrl+2', 'models'),
        item('Planner', 'CmdOrCtrl+3', 'planner'),
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
