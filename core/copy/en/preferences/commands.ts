import type { AppCommand } from '../../../contract/commands/app-commands'

export const commandNames: Readonly<Record<AppCommand, string>> = {
  palette: 'Command palette',
  'new-conversation': 'New conversation',
  'new-folder': 'Create a folder',
  'pin-conversation': 'Pin or unpin the conversation',
  'rename-conversation': 'Rename the conversation',
  'print-conversation': 'Print the conversation or save it as PDF',
  'delete-conversation': 'Delete the conversation',
  'open-model': 'Open a model',
  'choose-model': 'Choose a model',
  search: 'Search conversations',
  preferences: 'Preferences',
  sidebar: 'Fold or unfold the sidebar',
  cache: 'Cache',
  settings: 'Model settings',
  events: 'Events',
  panel: 'Open or close the panel',
  stop: 'Stop the answer',
  regenerate: 'Regenerate the answer',
  chat: 'Chat',
  models: 'Models',
  planner: 'Planner',
  compare: 'Compare',
  lab: 'Lab',
  requests: 'Requests',
  'first-steps': 'First steps',
  tour: 'Take the tour',
  terms: 'What the terms mean',
  shortcuts: 'Keyboard shortcuts',
  report: 'Report a problem',
  about: 'About Headroom',
}

/** Names of keys as printed on a PC keyboard. */
export const keyNames = { Mod: 'Ctrl', Alt: 'Alt', Shift: 'Shift', Plus: '+' }
