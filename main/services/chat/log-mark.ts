/** Logs what the engine reports during a turn as an event. */
import type { TurnMark } from '../../../core/contract/chat/turn'
import { formatBytes, formatCount } from '../../../core/text/amounts'
import type { EventLog } from '../common/event-log'

export function logMark(events: EventLog, { kind, value }: TurnMark): void {
  switch (kind) {
    case 'evicted':
      return events.add('context', kind, `The context was full: ${formatCount(value)} tokens of the conversation left it.`)
    case 'checkpoint':
      return events.add('context', kind, `A checkpoint was taken; all of them take ${formatBytes(value)}.`)
    case 'speculation-off': {
      const text = `Speculation was slower here and is switched off until the next answer; ${value} % of its tokens were right.`
      return events.add('context', kind, text)
    }
    case 'threads-lowered':
      return events.add('threads', kind, `Threads lowered to ${value}: other programs need the machine.`)
    case 'threads-raised':
      return events.add('threads', kind, `Threads raised to ${value}: the machine is quieter again.`)
  }
}
