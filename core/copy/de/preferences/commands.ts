import type { commandNames as english, keyNames as englishKeys } from '../../en/preferences/commands'

export const commandNames: typeof english = {
  'new-conversation': 'Neue Unterhaltung',
  'open-model': 'Modell öffnen',
  search: 'Unterhaltungen durchsuchen',
  preferences: 'Optionen',
  settings: 'Modelleinstellungen',
  events: 'Ereignisse',
  stop: 'Antwort anhalten',
  regenerate: 'Antwort neu erzeugen',
  chat: 'Chat',
  models: 'Modelle',
  planner: 'Planer',
  compare: 'Vergleich',
  lab: 'Labor',
}

export const keyNames: typeof englishKeys = { Mod: 'Strg', Alt: 'Alt', Shift: 'Umschalt', Plus: '+' }
