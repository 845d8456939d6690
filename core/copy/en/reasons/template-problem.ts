import type { ErrorFacts } from '../../../contract/errors/errors'
import { formatCount } from '../../../text/amounts'
import { processEndText } from './process-ends'

export function templateProblemText(reason: ErrorFacts<'template-failed'>['reason']): string {
  switch (reason.kind) {
    case 'timeout':
      return `It did not finish within ${reason.seconds} s.`
    case 'memory':
      return `It used more than ${reason.mebibytes} MiB of memory.`
    case 'too-long':
      return `Its output is too long (${formatCount(reason.characters)} characters).`
    case 'process-ended':
      return `The process that ran it ended. ${processEndText(reason.end)}`
    case 'jinja':
      return `Jinja reports: “${reason.quoted}”.`
  }
}
