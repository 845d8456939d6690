/**
 * In Jinja, `properties.items()` is a method call even if a property has the name `items`; the library looks for the property first. The
 * filter `items` returns the same pairs. https://jinja.palletsprojects.com/en/stable/templates/#variables
 */
import type { Template } from '@huggingface/jinja'

type Node = Record<string, unknown>

export function withItemsAsFilter(template: Template): Template {
  rewrite(template.parsed)
  return template
}

function rewrite(value: unknown): void {
  if (value instanceof Map) for (const pair of value) rewrite(pair)
  else if (Array.isArray(value)) value.forEach(rewrite)
  else if (isNode(value)) {
    Object.values(value).forEach(rewrite)
    const object = receiverOf(value)
    if (object) replace(value, { type: 'FilterExpression', operand: object, filter: { type: 'Identifier', value: 'items' } })
  }
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** The object whose `items()` is called without arguments, or undefined. */
function receiverOf({ type, callee, args }: Node): unknown {
  if (type !== 'CallExpression' || !isNode(callee) || callee.type !== 'MemberExpression' || callee.computed) return undefined
  const { object, property } = callee
  return isNode(property) && property.value === 'items' && Array.isArray(args) && args.length === 0 ? object : undefined
}

function replace(node: Node, fields: Node): void {
  for (const key of Object.keys(node)) delete node[key]
  Object.assign(node, fields)
}
