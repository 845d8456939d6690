/**
 * The reasoning, calls and results that Open WebUI before 0.10 writes into an answer, as HTML.
 *
 * Source: backend/open_webui/utils/middleware.py, 000032ed, `serialize_content_blocks`.
 */
import { z } from 'zod'
import { callPiece, type Piece, resultPiece } from '../conversation/compose-text'
import type { LeftOutCount } from '../conversation/message-tree'
import { itemsOf, text } from './fields'
import { codePieces, countFiles } from './open-webui-pieces'

const opening = /<details type="(reasoning|tool_calls|code_interpreter)"([^<>]*)>\n?/g
const closing = '</details>'

export const hasDetails = (content: string): boolean => detailsIn(content).length > 0

interface Details {
  readonly type: string
  readonly attributes: string
  readonly body: string
  readonly from: number
  readonly to: number
}

/** One regular expression for a whole element would search the rest of the content for each beginning that has no end. */
function detailsIn(content: string): Details[] {
  const found: Details[] = []
  for (const match of content.matchAll(opening)) {
    const [begin, type = '', attributes = ''] = match
    const from = match.index
    if (from < (found.at(-1)?.to ?? 0)) continue
    const end = content.indexOf(closing, from + begin.length)
    if (end < 0) break
    const body = content.slice(from + begin.length, end)
    const to = end + closing.length
    found.push({ type, attributes, body, from, to: content[to] === '\n' ? to + 1 : to })
  }
  return found
}

export function withDetails(content: string, leftOut: LeftOutCount): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const { type, attributes, body, from, to } of detailsIn(content)) {
    pieces.push({ type: 'text', text: content.slice(at, from).trim() })
    at = to
    const values = valuesIn(attributes)
    if (type === 'reasoning') pieces.push({ type: 'reasoning', text: reasoningIn(body) })
    else if (type === 'tool_calls') pieces.push(...callsIn(values, leftOut))
    else pieces.push(...codePieces('', codeIn(body), parsed(values.get('output'))))
  }
  pieces.push({ type: 'text', text: at === 0 ? content : content.slice(at).trim() })
  return pieces
}

const withoutSummary = (body: string): string => body.replace(/^\s*<summary>[\s\S]*?<\/summary>\n?/, '')

/** The lines are a quotation below a summary. */
const reasoningIn = (body: string): string => unescaped(withoutSummary(body).replace(/^(?:>|&gt;) ?/gm, '')).trim()

const codeIn = (body: string): string =>
  withoutSummary(body)
    .trim()
    .replace(/^```.*\n|\n?```$/g, '')

type Values = ReadonlyMap<string, string>

const valuesIn = (attributes: string): Values =>
  new Map([...attributes.matchAll(/\b(\w+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, unescaped(value)]))

const roundCall = z.object({ id: text, function: z.object({ name: text, arguments: text }) })
const roundResult = z.object({ tool_call_id: text, content: text })

function callsIn(values: Values, leftOut: LeftOutCount): Piece[] {
  countFiles(listIn(values.get('files')), leftOut)
  // Old versions write all calls of a round into one element.
  const round = itemsOf(roundCall, listIn(values.get('content')))
  if (round.length > 0) {
    const results = itemsOf(roundResult, listIn(values.get('results')))
    const names = new Map(round.map((call) => [call.id, call.function.name]))
    return [
      ...round.map((call) => callPiece(call.id, call.function.name, call.function.arguments)),
      ...results.map((result) => resultPiece(result.tool_call_id, names.get(result.tool_call_id) ?? '', result.content)),
    ]
  }
  const id = values.get('id') ?? ''
  const tool = values.get('name') ?? ''
  const result = values.get('result')
  const call = callPiece(id, tool, plain(values.get('arguments') ?? ''))
  return result === undefined ? [call] : [call, resultPiece(id, tool, plain(result))]
}

/** An attribute is JSON. A string in it may be JSON again. */
function plain(json: string): string {
  const value = parsed(json)
  return typeof value === 'string' ? value : json
}

const listIn = (json: string | undefined): unknown[] => {
  const value = parsed(json)
  return Array.isArray(value) ? value : []
}

function parsed(json: string | undefined): unknown {
  try {
    return json === undefined ? undefined : JSON.parse(json)
  } catch {
    return undefined
  }
}

const unescaped = (html: string): string =>
  html
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
