/** What can be asked of a window by menu and keyboard; no schema library, so that a window can list it. */
export const appCommands = [
  'new-conversation',
  'open-model',
  'search',
  'preferences',
  'settings',
  'events',
  'stop',
  'regenerate',
  'models',
  'chat',
  'planner',
  'compare',
  'lab',
] as const
export type AppCommand = (typeof appCommands)[number]
