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
  'requests',
] as const
export type AppCommand = (typeof appCommands)[number]
