import { app } from './app/app'
import { desktop } from './app/desktop'
import { events } from './app/events'
import { help } from './app/help'
import { notices } from './app/notices'
import { ui } from './app/ui'
import { bandwidth } from './cache/bandwidth'
import { cache } from './cache/cache'
import { chat } from './chat/chat'
import { compare } from './compare/compare'
import { errors } from './errors'
import { lab } from './lab/lab'
import { backends } from './models/backends'
import { models } from './models/models'
import { planner } from './planner/planner'
import { preferences } from './preferences/preferences'
import { reasons } from './reasons/reasons'
import { requests } from './requests/requests'
import { servers } from './servers/servers'
import { settings } from './settings/settings'
import { overflow } from './turn/overflow'
import { reuse } from './turn/reuse'
import { speculation } from './turn/speculation'

export const en = {
  app,
  desktop,
  preferences,
  settings,
  backends,
  bandwidth,
  cache,
  chat,
  compare,
  errors,
  events,
  help,
  lab,
  models,
  planner,
  notices,
  overflow,
  reasons,
  requests,
  reuse,
  servers,
  speculation,
  ui,
}

export type Copy = typeof en
