import { randomUUID } from 'node:crypto'
import type { AppState } from '../../../core/contract/app/app-state'
import type { EventKind } from '../../../core/contract/app/event-kinds'
import type { NoticeFact } from '../../../core/contract/app/notices'
import type { AppCommand } from '../../../core/contract/commands/app-commands'
import { coded } from '../../../core/contract/errors/coded-error'
import type { HostInfo } from '../../../core/contract/host'
import { bugReport } from '../../../core/events/bug-report'
import { Changes, Latest } from '../../../core/streams/changes'
import { EventLog } from './event-log'

const mostNotices = 20
const eventKindOf: Partial<Record<NoticeFact['code'], EventKind>> = {
  'settings-fell-back': 'settings',
  'plan-mismatch': 'context',
  'draft-not-loaded': 'model',
  'compare-interrupted': 'compare',
  'compare-not-stored': 'compare',
}
const endedByClosing: readonly NoticeFact['code'][] = ['turn-interrupted', 'compare-interrupted']

export class AppStateHolder {
  private readonly latest = new Latest<AppState>({
    engine: { status: 'stopped' },
    model: { status: 'none' },
    turns: [],
    toolCalls: [],
    background: null,
    prefixNames: {},
    summary: null,
    notices: [],
    storeTrouble: null,
    backends: { trials: [], trying: [] },
    bandwidth: { memory: null, isMeasuring: false, peakRevision: 0 },
    compareRunId: null,
    revisions: { conversations: 0, compareRuns: 0, models: 0, settings: 0, preferences: 0, events: 0, updates: 0, api: 0, mcp: 0 },
  })
  readonly events = new EventLog()

  constructor() {
    this.events.changed.listen(() => this.changed('events'))
  }

  get value(): AppState {
    return this.latest.value
  }
  update(change: Partial<AppState>): void {
    this.latest.set({ ...this.latest.value, ...change })
  }
  changed(what: keyof AppState['revisions']): void {
    const { revisions } = this.value
    this.update({ revisions: { ...revisions, [what]: revisions[what] + 1 } })
  }
  notify(fact: NoticeFact, report: string | null = null): void {
    this.events.add(eventKindOf[fact.code] ?? 'store', fact, !endedByClosing.includes(fact.code))
    this.update({ notices: [...this.value.notices, { id: randomUUID(), at: Date.now(), report, ...fact }].slice(-mostNotices) })
  }
  dismiss(id: string): void {
    this.update({ notices: this.value.notices.filter((notice) => notice.id !== id) })
  }
  /** Throws `compare-busy`, because a comparison needs the whole machine. */
  assertNotComparing(): void {
    const { compareRunId } = this.value
    if (compareRunId !== null) throw coded('compare-busy', { runId: compareRunId })
  }
  /** Throws `conversation-busy`, even if only calls are open. */
  assertNotAnswering(conversationId: string): void {
    this.assertNoTurn(conversationId)
    if (this.value.toolCalls.some((call) => call.conversationId === conversationId)) throw coded('conversation-busy', { conversationId })
  }
  /** Throws `conversation-busy`. */
  assertNoTurn(conversationId: string): void {
    if (this.value.turns.some((turn) => turn.conversationId === conversationId)) throw coded('conversation-busy', { conversationId })
  }
  bugReport(info: HostInfo): string {
    const { engine, model } = this.value
    return bugReport({ info, engine: engine.status === 'ready' ? engine.info : null, model, events: this.events.list })
  }
  reader(everyMs: number, signal: AbortSignal | undefined): () => Promise<AppState> {
    return this.latest.reader(everyMs, signal)
  }
}

export class Commands {
  private readonly changes = new Changes()
  private last: AppCommand = 'chat'

  send(command: AppCommand): void {
    this.last = command
    this.changes.touch()
  }
  reader(signal: AbortSignal | undefined): () => Promise<{ command: AppCommand } | undefined> {
    let heard = this.changes.version
    return async () => {
      await this.changes.since(heard, signal)
      if (signal?.aborted) return undefined
      heard = this.changes.version
      return { command: this.last }
    }
  }
}
