/** A template's capabilities and syntax in one line, for the table of expectations. */
import type { TemplateCapabilities } from '../derive/probe-template'
import type { AnswerSyntax, CallSyntax } from '../syntax'

export const summaryOf = (can: TemplateCapabilities, syntax: AnswerSyntax): string =>
  [abilities(can), switches(can), markers(syntax), calls(syntax.calls), syntax.family ?? 'derived'].join(' | ')

const abilities = (can: TemplateCapabilities): string =>
  [
    can.needs.systemRole && 'system',
    can.tools && 'tools',
    can.toolCalls && (can.parallelCalls ? 'calls' : 'call'),
    can.toolResults && 'results',
    can.needs.arguments === 'string' && 'string-arguments',
    can.needs.emptyText === null && 'null-text',
    can.reasoning && can.needs.reasoningField,
    can.reasoningInHistory !== 'never' && `history-${can.reasoningInHistory}`,
  ]
    .filter(Boolean)
    .join(' ')

const switches = ({ thinking, keepReasoning, effort }: TemplateCapabilities): string =>
  [
    thinking && `${Object.keys(thinking.on)}=${Object.values(thinking.on)}/${Object.values(thinking.off)} (${thinking.default})`,
    keepReasoning && `${Object.keys(keepReasoning.on)}=${Object.values(keepReasoning.on)} (${keepReasoning.default})`,
    effort && `${effort.variable}=${effort.values.join('/')}`,
  ]
    .filter(Boolean)
    .join(' ')

const markers = ({ reasoning }: AnswerSyntax): string => (reasoning ? `${reasoning.start}…${reasoning.end}` : 'no reasoning')

function calls(syntax: CallSyntax | null): string {
  if (!syntax) return 'no calls'
  const inside =
    syntax.form === 'json'
      ? `${syntax.callStart}{${syntax.nameField ?? 'NAME'}, ${syntax.nameField === null ? '' : syntax.argumentsField}${syntax.idField === null ? '' : `, ${syntax.idField}`}}${syntax.callEnd}`
      : `${(syntax.heads[0] ?? []).map((step) => (typeof step === 'string' ? step : step.slot.toUpperCase())).join('')}${argumentsIn(syntax)}${syntax.callEnd}`
  return `${syntax.sectionStart}${inside}${syntax.sectionEnd}`.replace(/\s+/g, ' ').replaceAll('\0', 'KEY').trim()
}

function argumentsIn({ arguments: args }: Extract<CallSyntax, { form: 'pattern' }>): string {
  if (args.form === 'json') return 'JSON'
  if (args.form === 'literal') return `KEY${args.middle}${args.quote}VALUE${args.quote}${args.end}`
  return `${args.open}KEY${args.middle}${args.type ? `TYPE${args.type.end}` : ''}VALUE${args.close}`
}
