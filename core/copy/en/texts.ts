import { app } from './app/app'
import { events } from './app/events'
import { notices } from './app/notices'
import { ui } from './app/ui'
import { cache } from './cache/cache'
import { chat } from './chat/chat'
import { overflow } from './chat/overflow'
import { reuse } from './chat/reuse'
import { speculation } from './chat/speculation'
import { compare } from './compare/compare'
import { errors } from './errors'
import { reasons } from './errors/reasons'
import { backends } from './models/backends'
import { models } from './models/models'

export const en = {
  app,
  backends,
  cache,
  chat,
  compare,
  errors,
  events,
  models,
  notices,
  overflow,
  reasons,
  reuse,
  speculation,
  ui,
}

/** The shape of the texts in every language. */
export type Copy = typeof en
