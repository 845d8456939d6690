import type { ServerProgram } from '../../../tools/server-programs'
import { desktop } from './desktop'

export function allowServersQuestion(programs: readonly ServerProgram[]): string {
  const { question, program, warning } = desktop.allowServers
  return `\n${[question(programs.length), ...programs.map(program), warning].join('\n\n')}\nTo allow, enter y: `
}
