import { type Copy, en } from '../en/texts'
import { app } from './app/app'
import { desktop } from './app/desktop'
import { events } from './app/events'
import { notices } from './app/notices'
import { ui } from './app/ui'
import { cache } from './cache/cache'
import { chat } from './chat/chat'
import { overflow } from './chat/overflow'
import { reuse } from './chat/reuse'
import { speculation } from './chat/speculation'
import { compare } from './compare/compare'
import { lab } from './lab/lab'
import { backends } from './models/backends'
import { models } from './models/models'
import { planner } from './planner/planner'
import { preferences } from './preferences/preferences'
import { settings } from './settings/settings'

// The features that are not yet translated come from English.
export const de: Copy = {
  ...en,
  app,
  desktop,
  preferences,
  settings,
  backends,
  cache,
  chat,
  compare,
  events,
  lab,
  models,
  planner,
  notices,
  overflow,
  reuse,
  speculation,
  ui,
}
