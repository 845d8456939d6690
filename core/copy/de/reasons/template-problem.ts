import type { ErrorFacts } from '../../../contract/errors/errors'
import { formatCount } from '../../../text/amounts'
import { processEndText } from './process-ends'

export function templateProblemText(reason: ErrorFacts<'template-failed'>['reason']): string {
  switch (reason.kind) {
    case 'timeout':
      return `Es war nach ${reason.seconds} s nicht fertig.`
    case 'memory':
      return `Es brauchte mehr als ${reason.mebibytes} MiB Speicher.`
    case 'too-long':
      return `Seine Ausgabe ist zu lang (${formatCount(reason.characters)} Zeichen).`
    case 'process-ended':
      return `Der Prozess, der es ausführte, ist beendet. ${processEndText(reason.end)}`
    case 'jinja':
      return `Jinja meldet: „${reason.quoted}“.`
  }
}
