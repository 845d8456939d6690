import type { commandNames as english, keyNames as englishKeys } from '../../en/preferences/commands'

export const commandNames: typeof english = {
  palette: 'Befehlspalette',
  'new-conversation': 'Neue Unterhaltung',
  'new-folder': 'Ordner anlegen',
  'pin-conversation': 'Unterhaltung anheften oder lösen',
  'open-model': 'Modell öffnen',
  'choose-model': 'Modell wählen',
  search: 'Unterhaltungen durchsuchen',
  preferences: 'Optionen',
  sidebar: 'Navigation ein- oder ausklappen',
  cache: 'Cache',
  settings: 'Modelleinstellungen',
  events: 'Ereignisse',
  panel: 'Seitenleiste öffnen oder schließen',
  stop: 'Antwort stoppen',
  regenerate: 'Antwort neu generieren',
  chat: 'Chat',
  models: 'Modelle',
  planner: 'Planer',
  compare: 'Vergleich',
  lab: 'Labor',
  requests: 'Anfragen',
  'first-steps': 'Erste Schritte',
  tour: 'Den Rundgang machen',
  terms: 'Was die Begriffe bedeuten',
  shortcuts: 'Tastenkürzel',
  report: 'Ein Problem melden',
  about: 'Über Headroom',
}

export const keyNames: typeof englishKeys = { Mod: 'Strg', Alt: 'Alt', Shift: 'Umschalt', Plus: '+' }
