/**
 * Replaces the words of an agent's prompts, which are other people's texts, with made-up words of as many tokens, where such words exist.
 * Equal words stay equal, and different words stay different, so prompts keep their prefixes and the positions where they differ.
 */
import { Random } from '../attack/random'

/** How many tokens a text has. */
export type CountTokens = (text: string) => Promise<number>

type Json = unknown
type Fields = Readonly<Record<string, Json>>

/** Fields with text for the model. The answers of the model stay as they are, and so do names, types and arguments. */
const textFields = new Set(['content', 'description', 'input', 'instructions', 'output', 'system', 'text', 'thinking'])
const word = /\p{L}{4,}/gu
/** Random IDs of a session or a machine. */
const randomId = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|(?<![0-9a-z])[0-9a-f]{24,}(?![0-9a-z])/g
/** The ledger recognizes dates, requests for titles, and summaries by them. */
const kept = new Set(
  `compact compacted compaction context conversation create detailed expected follow generate generating generator message produce
  suggest summarize summary tags title titles topic write january february march april june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday`.split(/\s+/),
)

const mostTries = 200

interface Candidate {
  readonly text: string
  readonly form: Case
  /** Tokens at the beginning of a line, and after a space. */
  readonly alone: number
  readonly spaced: number
}

export class Scrubber {
  private readonly random = new Random(1)
  private readonly made = new Map<string, string>()
  private readonly ids = new Map<string, string>()
  private readonly taken = new Set<string>()
  /** Made-up words that are not used yet. */
  private readonly pool: Candidate[] = []

  constructor(private readonly count: CountTokens) {}

  async body(body: Fields): Promise<Fields> {
    return (await this.value(body, false)) as Fields
  }

  private async value(value: Json, isText: boolean): Promise<Json> {
    if (typeof value === 'string') return isText ? await this.text(value) : this.withoutIds(value)
    if (Array.isArray(value)) {
      const parts: Json[] = []
      for (const part of value) parts.push(await this.value(part, isText))
      return parts
    }
    if (typeof value !== 'object' || value === null) return value
    const fields = value as Fields
    if (fields.role === 'assistant' || fields.type === 'tool_use' || fields.type === 'function_call') return value
    const changed: Record<string, Json> = {}
    for (const [key, part] of Object.entries(fields))
      changed[key] = await this.value(part, textFields.has(key) && (typeof part === 'string' || Array.isArray(part)))
    return changed
  }

  async text(text: string): Promise<string> {
    for (const [found] of text.matchAll(word)) if (!this.made.has(found)) this.made.set(found, await this.wordFor(found))
    return this.withoutIds(text).replace(word, (found) => this.made.get(found) ?? found)
  }

  private withoutIds(text: string): string {
    return text.replace(randomId, (found) => {
      const known = this.ids.get(found) ?? found.replace(/[0-9a-f]/g, '0').slice(0, -4) + String(this.ids.size + 1).padStart(4, '0')
      this.ids.set(found, known)
      return known
    })
  }

  private async wordFor(found: string): Promise<string> {
    const alone = await this.count(found)
    const spaced = await this.count(` ${found}`)
    // Words of one token are common words. So few exist that most could not be replaced.
    if (kept.has(found.toLowerCase()) || spaced === 1 || alone === 1) return found
    const distance = (one: Candidate) => 3 * Math.abs(one.spaced - spaced) + Math.abs(one.alone - alone)
    const form = caseOf(found)
    let best = this.nearest(form, distance)
    for (let tries = 0; tries < mostTries && (!best || distance(best) > 0); tries++) {
      const text = inCase(this.newWord(), form)
      if (this.taken.has(text)) continue
      this.taken.add(text)
      const made = { text, form, alone: await this.count(text), spaced: await this.count(` ${text}`) }
      this.pool.push(made)
      if (!best || distance(made) < distance(best)) best = made
    }
    if (!best) throw new Error('Expected a made-up word')
    this.pool.splice(this.pool.indexOf(best), 1)
    return best.text
  }

  private nearest(form: Case, distance: (one: Candidate) => number): Candidate | undefined {
    return this.pool
      .filter((one) => one.form === form)
      .reduce<Candidate | undefined>((best, one) => (best && distance(best) <= distance(one) ? best : one), undefined)
  }

  private newWord(): string {
    const { random } = this
    const syllable = () =>
      random.of(['b', 'd', 'f', 'g', 'k', 'l', 'm', 'n', 'p', 'r', 's', 't', 'v', 'z', 'st', 'tr', 'pl']) + random.of('aeiou'.split(''))
    return Array.from({ length: 1 + random.below(9) }, syllable).join('') + random.of(['', 'n', 'r', 's', 'l', 'x'])
  }
}

type Case = 'lower' | 'capital' | 'upper'

const caseOf = (text: string): Case =>
  text === text.toUpperCase() && text !== text.toLowerCase() ? 'upper' : /^\p{Lu}/u.test(text) ? 'capital' : 'lower'

function inCase(text: string, wanted: Case): string {
  if (wanted === 'upper') return text.toUpperCase()
  return wanted === 'capital' ? `${text.slice(0, 1).toUpperCase()}${text.slice(1)}` : text
}
