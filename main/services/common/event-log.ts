/** Keeps the newest events in memory, without folder paths or conversation text. */
import os from 'node:os'
import type { EventKind } from '../../../core/contract/app/event-kinds'
import type { AnyFact, AppEvent, WindowError } from '../../../core/contract/app/events'
import type { Failure } from '../../../core/contract/errors/errors'
import { factsWithoutFolders, withoutQuotes } from '../../../core/events/bug-report'
import { Emitter } from '../../../core/streams/emitter'

const mostEvents = 500

export class EventLog {
  private events: AppEvent[] = []
  private lastId = 0

  readonly changed = new Emitter()

  get list(): readonly AppEvent[] {
    return this.events
  }

  add(kind: EventKind, fact: AnyFact, isTrouble = false): void {
    const facts = factsWithoutFolders(fact.facts, [os.homedir(), os.tmpdir()])
    const event = { id: ++this.lastId, at: Date.now(), kind, isTrouble, code: fact.code, facts } as AppEvent
    this.events = [...this.events, event].slice(-mostEvents)
    this.changed.emit()
  }

  addFailure(kind: EventKind, failure: Failure): void {
    this.add(kind, failure, true)
  }

  addWindowError(error: WindowError): void {
    this.add('window', { code: 'window-error', facts: { ...error, message: withoutQuotes(error.message) } }, true)
  }

  clear(): void {
    this.events = []
    this.changed.emit()
  }
}
