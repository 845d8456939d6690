/** Electron's default labels are English, so every item sets its own label. */
import { app, Menu, type MenuItemConstructorOptions } from 'electron'
import type { AppCommand } from '../../core/contract/commands/app-commands'
import type { Copy } from '../../core/copy/copy'
import { acceleratorOf, type Shortcuts } from '../../core/shortcuts/shortcuts'

export function installMenu(
  { app: { commands }, desktop: { menu: text } }: Copy,
  shortcuts: Shortcuts,
  send: (command: AppCommand) => void,
): void {
  const isMac = process.platform === 'darwin'
  const item = (label: string, command: AppCommand): MenuItemConstructorOptions => {
    const accelerator = acceleratorOf(shortcuts[command])
    return { label, ...(accelerator ? { accelerator } : {}), click: () => send(command) }
  }
  const preferences = item(text.preferences, 'preferences')
  const template: MenuItemConstructorOptions[] = [
    ...(isMac
      ? [
          {
            label: app.name,
            submenu: [
              { role: 'about', label: text.about },
              { type: 'separator' },
              preferences,
              { type: 'separator' },
              { role: 'services', label: text.services },
              { type: 'separator' },
              { role: 'hide', label: text.hide },
              { role: 'hideOthers', label: text.hideOthers },
              { role: 'unhide', label: text.showAll },
              { type: 'separator' },
              { role: 'quit', label: text.quit },
            ],
          } satisfies MenuItemConstructorOptions,
        ]
      : []),
    {
      label: text.file,
      submenu: [
        item(text.newConversation, 'new-conversation'),
        item(commands['new-folder'], 'new-folder'),
        item(text.openModel, 'open-model'),
        item(`${commands['choose-model']}…`, 'choose-model'),
        { type: 'separator' },
        item(text.rename, 'rename-conversation'),
        item(text.savePdf, 'print-conversation'),
        item(text.remove, 'delete-conversation'),
        ...(isMac ? [] : [{ type: 'separator' } as const, preferences]),
        { type: 'separator' },
        isMac ? { role: 'close', label: text.closeWindow } : { role: 'quit', label: text.quit },
      ],
    },
    {
      role: 'editMenu',
      label: text.edit,
      submenu: [
        { role: 'undo', label: text.undo },
        { role: 'redo', label: text.redo },
        { type: 'separator' },
        { role: 'cut', label: text.cut },
        { role: 'copy', label: text.copy },
        { role: 'paste', label: text.paste },
        { role: 'delete', label: text.delete },
        { type: 'separator' },
        { role: 'selectAll', label: text.selectAll },
      ],
    },
    {
      label: text.conversation,
      submenu: [
        item(text.search, 'search'),
        item(commands['pin-conversation'], 'pin-conversation'),
        item(text.regenerate, 'regenerate'),
        item(text.stop, 'stop'),
      ],
    },
    {
      label: text.view,
      submenu: [
        item(`${commands.palette}…`, 'palette'),
        { type: 'separator' },
        ...(['chat', 'models', 'planner', 'compare', 'lab', 'requests'] as const).map((screen) => item(commands[screen], screen)),
        { type: 'separator' },
        item(commands.sidebar, 'sidebar'),
        item(commands.cache, 'cache'),
        item(commands.settings, 'settings'),
        item(commands.events, 'events'),
        item(commands.panel, 'panel'),
        { type: 'separator' },
        { role: 'resetZoom', label: text.actualSize },
        { role: 'zoomIn', label: text.zoomIn },
        { role: 'zoomOut', label: text.zoomOut },
        { type: 'separator' },
        { role: 'togglefullscreen', label: text.fullScreen },
        { role: 'toggleDevTools', label: text.developerTools },
      ],
    },
    {
      role: 'windowMenu',
      label: text.window,
      submenu: [
        { role: 'minimize', label: text.minimize },
        { role: 'zoom', label: text.zoom },
        ...(isMac
          ? [{ type: 'separator' } as const, { role: 'front', label: text.front } as const]
          : [{ role: 'close', label: text.closeWindow } as const]),
      ],
    },
    {
      role: 'help',
      label: text.help,
      submenu: [
        item(commands['first-steps'], 'first-steps'),
        item(commands.tour, 'tour'),
        item(commands.terms, 'terms'),
        item(commands.shortcuts, 'shortcuts'),
        { type: 'separator' },
        item(commands.report, 'report'),
        // On a Mac, it is in the app's menu.
        ...(isMac ? [] : [item(commands.about, 'about')]),
      ],
    },
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}
