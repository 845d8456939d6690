/** Recent events: bounded, in memory, without folder paths or text of a conversation. */
import os from 'node:os'
import type { EventKind } from '../../../core/contract/app/event-kinds'
import type { AppEvent, WindowError } from '../../../core/contract/app/events'
import type { Failure } from '../../../core/contract/errors/errors'
import { describeFailure } from '../../../core/copy/failures'
import { withoutFolders, withoutQuotes } from '../../../core/events/bug-report'
import { Emitter } from '../../../core/streams/emitter'

const mostEvents = 500

export class EventLog {
  private events: AppEvent[] = []
  private lastId = 0

  readonly changed = new Emitter()

  /** Oldest first. */
  get list(): readonly AppEvent[] {
    return this.events
  }

  add(kind: EventKind, code: string, text: string, isTrouble = false): void {
    const event = { id: ++this.lastId, at: Date.now(), kind, code, text: withoutFolders(text, [os.homedir(), os.tmpdir()]), isTrouble }
    this.events = [...this.events, event].slice(-mostEvents)
    this.changed.emit()
  }

  addFailure(kind: EventKind, failure: Failure): void {
    this.add(kind, failure.code, describeFailure(failure), true)
  }

  addWindowError({ name, message, location }: WindowError): void {
    this.add('window', 'window-error', `${name}: ${withoutQuotes(message)}${location ? ` (${location})` : ''}`, true)
  }

  clear(): void {
    this.events = []
    this.changed.emit()
  }
}
