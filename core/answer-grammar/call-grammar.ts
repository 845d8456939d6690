/** The tool calls of an answer as a grammar: names of the tools, arguments that are valid for their schemas, and the markers of the model. */
import type { ToolDefinition } from '../answer-syntax/messages'
import type { ArgumentsSyntax, CallSyntax, JsonCalls, PatternCalls, Slot } from '../answer-syntax/syntax'
import { codePointsOf, everyCodePoint, without } from '../grammar/characters/code-points'
import { choice, type Expression, oneOf, optional, type Rules, repeat, rule, sequence, text } from '../grammar/gbnf/expression'
import { printGbnf } from '../grammar/gbnf/print-gbnf'
import { refersOnlyToDefinitions, toolSchemaRules } from './tool-schema'

export interface CallGrammar {
  readonly gbnf: string
  /** Tools whose schema a grammar cannot express: their arguments are any JSON object. */
  readonly unboundTools: readonly string[]
}

/** null if the model writes its calls in a way that a grammar cannot express. */
export function callGrammarOf(syntax: CallSyntax, tools: readonly ToolDefinition[], parallel: boolean): CallGrammar | null {
  const rules = new Map<string, Expression>()
  const schemas = new ToolSchemas(rules)
  const calls = tools.map((tool) => callOf(syntax, tool, schemas))
  if (calls.length === 0 || calls.includes(null)) return null
  const { sectionStart, separator, sectionEnd } = syntax
  // Calls with commas between them are a list.
  const [open, between, close] = separator.trim() === ',' ? ['[', ', ', ']'] : ['', separator, '']
  const more = parallel ? repeat(sequence(text(between), rule('call')), 0, mostCalls - 1) : text('')
  const root = sequence(space, text(sectionStart + open), rule('call'), more, text(close + sectionEnd))
  const all: Rules = new Map([['root', root], ['call', choice(...calls.filter((call) => call !== null))], ...rules])
  return { gbnf: printGbnf(all), unboundTools: schemas.unbound }
}

const mostCalls = 16
/** After reasoning, models write line breaks before a call. */
const space: Expression = repeat(oneOf(codePointsOf(' \n')), 0, 2)

/** Puts the grammars of several schemas into one set of rules. */
class ToolSchemas {
  readonly unbound: string[] = []
  private count = 0

  constructor(private readonly rules: Map<string, Expression>) {}

  argumentsOf({ name, parameters }: ToolDefinition): Expression {
    return this.add(parameters) ?? this.anyObject(name)
  }

  /** A JSON value for one parameter of a tool. */
  valueOf({ name, parameters }: ToolDefinition, key: string): Expression {
    const { $defs, definitions } = parameters
    const schema = { ...objectOf(propertiesOf(parameters)[key]), $defs, definitions }
    return (refersOnlyToDefinitions(schema) ? this.add(schema) : undefined) ?? this.unboundValue(name)
  }

  private anyObject(tool: string): Expression {
    this.unbound.push(tool)
    return this.add({ type: 'object' }) as Expression
  }

  private unboundValue(tool: string): Expression {
    if (!this.unbound.includes(tool)) this.unbound.push(tool)
    return this.add(true) as Expression
  }

  private add(schema: unknown): Expression | undefined {
    const made = toolSchemaRules(schema)
    if ('refusals' in made) return undefined
    const prefix = `schema${this.count++}-`
    for (const [name, expression] of made.rules) this.rules.set(prefix + name, renamed(expression, prefix))
    return rule(`${prefix}root`)
  }
}

function renamed(expression: Expression, prefix: string): Expression {
  switch (expression.kind) {
    case 'text':
    case 'set':
      return expression
    case 'rule':
      return rule(prefix + expression.name)
    case 'sequence':
      return { ...expression, items: expression.items.map((item) => renamed(item, prefix)) }
    case 'choice':
      return { ...expression, options: expression.options.map((option) => renamed(option, prefix)) }
    case 'repeat':
      return { ...expression, item: renamed(expression.item, prefix) }
  }
}

const callOf = (syntax: CallSyntax, tool: ToolDefinition, schemas: ToolSchemas): Expression | null =>
  syntax.form === 'json' ? jsonCall(syntax, tool, schemas) : patternCall(syntax, tool, schemas)

const ws: Expression = optional(text(' '))
const idText: Expression = repeat(oneOf(codePointsOf('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-')), 1, 40)

function jsonCall(
  { callStart, callEnd, nameField, argumentsField, idField }: JsonCalls,
  tool: ToolDefinition,
  schemas: ToolSchemas,
): Expression {
  const member = (name: string, value: Expression) => sequence(text(`${JSON.stringify(name)}:`), ws, value)
  const comma = sequence(text(','), ws)
  const values = schemas.argumentsOf(tool)
  const members =
    nameField === null
      ? member(tool.name, values)
      : sequence(member(nameField, text(JSON.stringify(tool.name))), comma, member(argumentsField, values))
  const id = idField === null || nameField === null ? null : member(idField, sequence(text('"'), idText, text('"')))
  const withId = id === null ? members : choice(members, sequence(id, comma, members), sequence(members, comma, id))
  return sequence(text(`${callStart}{`), ws, withId, ws, text(`}${callEnd}`))
}

function patternCall({ heads, arguments: syntax, callEnd }: PatternCalls, tool: ToolDefinition, schemas: ToolSchemas): Expression | null {
  if (heads.some(hasUnknownText)) return null
  const values = argumentsOf(syntax, tool, schemas)
  const head = choice(...heads.map((items) => sequence(...items.map((item) => headItem(item, tool.name)))))
  return values && sequence(head, values, text(callEnd))
}

/** Skipped text after `:` or `"` is an index, so it consists of digits. */
const hasUnknownText = (head: PatternCalls['heads'][number]): boolean =>
  head.some((item, index) => typeof item !== 'string' && item.slot === 'skipped' && !/[:"]$/.test(String(head[index - 1])))

function headItem(item: string | Slot, name: string): Expression {
  if (typeof item === 'string') return text(item)
  if (item.slot === 'name') return text(name)
  return item.slot === 'id' ? idText : repeat(oneOf(codePointsOf('0123456789')), 1, 4)
}

function argumentsOf(syntax: ArgumentsSyntax, tool: ToolDefinition, schemas: ToolSchemas): Expression | null {
  if (syntax.form === 'json') return schemas.argumentsOf(tool)
  const keys = Object.keys(propertiesOf(tool.parameters))
  const written = keys.map((key) => argument(syntax, key, tool, schemas))
  const separator = syntax.form === 'tagged' ? syntax.separator : ', '
  const list = inOrder(
    keys.map((key, index) => [written[index] as Expression, isRequired(tool.parameters, key)] as const),
    separator,
  )
  return syntax.form === 'tagged' ? list : sequence(text(syntax.open), list, text(syntax.end))
}

function argument(
  syntax: Exclude<ArgumentsSyntax, { readonly form: 'json' }>,
  key: string,
  tool: ToolDefinition,
  schemas: ToolSchemas,
): Expression {
  const schema = objectOf(propertiesOf(tool.parameters)[key])
  const isString = schema.type === 'string'
  const choices = Array.isArray(schema.enum) && schema.enum.every((one) => typeof one === 'string') ? schema.enum : null
  const plain = (closer: string): Expression =>
    choices ? choice(...choices.map(text)) : repeat(oneOf(without(everyCodePoint, codePointsOf(`${closer.trim()[0] ?? ''}\0`))), 0, null)
  if (syntax.form === 'literal') {
    const { quote, middle } = syntax
    const inQuotes = choices
      ? choice(...choices.map(text))
      : repeat(oneOf(without(everyCodePoint, codePointsOf(`${quote[0]}\\\n\0`))), 0, null)
    return sequence(text(`${key}${middle}`), isString ? sequence(text(quote), inQuotes, text(quote)) : schemas.valueOf(tool, key))
  }
  const { open, middle, close, type } = syntax
  const end = close.replaceAll('\0', key)
  const kind = type ? `${isString ? type.string : otherType}${type.end}` : ''
  return sequence(
    text(`${open.replaceAll('\0', key)}${key}${middle}${kind}`),
    isString ? plain(end) : schemas.valueOf(tool, key),
    text(end),
  )
}

const otherType = 'false'

/** Optional arguments can be left out; all are in the order of the tool's definition. */
function inOrder(items: readonly (readonly [Expression, boolean])[], separator: string): Expression {
  const after = (index: number, isFirst: boolean): Expression => {
    const item = items[index]
    if (!item) return text('')
    const [expression, required] = item
    const here = sequence(isFirst ? text('') : text(separator), expression, after(index + 1, false))
    return required ? here : choice(here, after(index + 1, isFirst))
  }
  return after(0, true)
}

const objectOf = (value: unknown): { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as { readonly [key: string]: unknown }) : {}

const propertiesOf = (parameters: ToolDefinition['parameters']) => objectOf(parameters.properties)

const isRequired = ({ required }: ToolDefinition['parameters'], key: string): boolean => Array.isArray(required) && required.includes(key)
