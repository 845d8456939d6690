/**
 * Divides a model's answer into parts while it arrives. The `raw` text of all deltas, joined, is the answer: nothing is lost or changed. Half a marker at
 * the end of a piece is held back until later text decides. Malformed calls become text. Time is linear in the length of the text.
 */
import type { ToolDefinition } from '../messages'
import type { AnswerSyntax } from '../syntax'
import { type AnswerMarkers, isBare, type Meaning, markersOf } from './answer-markers'
import { callReader } from './call-reader'
import { type CallReader, spaceEnd } from './reader'
import { typesOf } from './types-of-tools'

export interface AnswerDelta {
  /** Counts up from 0. Deltas with the same number belong to the same part. */
  readonly part: number
  /** `markup`: text that belongs to the template, such as `<think>`. */
  readonly type: 'text' | 'reasoning' | 'markup' | 'tool-call'
  readonly raw: string
  /** New text of the call's arguments, which together are one JSON object. */
  readonly json?: string
  readonly name?: string
  readonly id?: string
  /** How the call ended. A malformed call is text, whatever its earlier deltas said. */
  readonly ended?: 'complete' | 'malformed'
}

type Facts = Partial<Pick<AnswerDelta, 'json' | 'name' | 'id' | 'ended'>>

export interface AnswerParserOptions {
  /** The prompt after the last message (the generation prompt), which may open reasoning or a call. */
  readonly prompt?: string
  /** Their schemas tell which arguments are strings. */
  readonly tools?: readonly ToolDefinition[]
}

export class AnswerParser {
  private readonly markers: AnswerMarkers
  private readonly types: ReturnType<typeof typesOf>
  private mode: 'text' | 'reasoning' | 'section' | 'call' = 'text'
  /** The mode to return to if what began like a section or a call isn't one. */
  private outer: 'text' | 'reasoning' = 'text'
  private text = ''
  private at = 0
  /** Whitespace that belongs to what follows: text or a marker. */
  private space = ''
  /** No text since the beginning or the last marker. */
  private isFresh = true
  private isAfterMarker = false
  private hasBegun = false
  private call: CallReader | null = null
  private told: { name: string; id: string } = { name: '', id: '' }
  private part = -1
  private partType: AnswerDelta['type'] | null = null
  /** How many characters of the prompt must still be left out of the deltas. */
  private unseen: number
  private deltas: AnswerDelta[] = []

  constructor(
    private readonly syntax: AnswerSyntax,
    { prompt = '', tools = [] }: AnswerParserOptions = {},
  ) {
    this.markers = markersOf(syntax)
    this.types = typesOf(tools)
    if (syntax.reasoning?.start === '') this.mode = 'reasoning'
    this.unseen = prompt.length
    this.push(prompt)
    this.told = { name: '', id: '' }
    this.part = -1
    this.partType = null
    this.hasBegun = false
    this.isFresh = true
  }

  get isReasoning(): boolean {
    return this.mode === 'reasoning' || (this.mode !== 'text' && this.outer === 'reasoning')
  }

  push(text: string): AnswerDelta[] {
    return this.run(text, false)
  }

  /** The rest. The parser takes no text after that. */
  end(): AnswerDelta[] {
    return this.run('', true)
  }

  private run(text: string, final: boolean): AnswerDelta[] {
    this.deltas = []
    this.text = this.text.slice(this.at) + text
    this.at = 0
    while (this.step(final));
    if (final) this.flush()
    return this.deltas
  }

  /** false: the parser needs more text. */
  private step(final: boolean): boolean {
    if (this.mode === 'call') return this.readCall(final)
    return this.mode === 'section' ? this.readSection(final) : this.readText(this.mode, final)
  }

  private readText(mode: 'text' | 'reasoning', final: boolean): boolean {
    if (mode === 'text' && !this.hasBegun && this.isFresh) {
      const bare = this.markers.bare.at(this.text, spaceEnd(this.text, this.at), final)
      if (bare?.match === null) return false
      if (bare) {
        this.emit('markup', this.space + this.text.slice(this.at, bare.at))
        this.space = ''
        this.at = bare.at
        this.mode = 'section'
        return true
      }
    }
    const found = this.markers[mode].find(this.text, this.at, final)
    const end = found?.at ?? this.text.length
    this.addText(mode, this.text.slice(this.at, end))
    this.at = end
    if (!found?.match) return false
    const { value, to } = found.match
    // In the middle of text, the start of reasoning is only mentioned.
    if (value.kind === 'reasoning' && !this.isFresh && this.unseen === 0) this.addText(mode, this.text.slice(end, to))
    else if (value.kind === 'call') this.beginCall(value.head, this.text.slice(end, to))
    else this.mark(value, this.text.slice(end, to))
    this.at = to
    return true
  }

  private mark({ kind }: Meaning, marker: string): void {
    this.emit('markup', this.space + marker)
    this.space = ''
    this.isFresh = true
    this.isAfterMarker = true
    if (kind === 'section' && this.mode === 'reasoning') this.outer = 'reasoning'
    if (kind === 'reasoning' || kind === 'text' || kind === 'section') this.mode = kind
    if (kind === 'text') this.outer = 'text'
  }

  private addText(mode: 'text' | 'reasoning', text: string): void {
    if (text === '') return
    const from = this.isAfterMarker ? spaceEnd(text, 0) : 0
    if (from > 0) this.emit('markup', text.slice(0, from))
    const to = text.trimEnd().length
    if (to > from) {
      this.emit(mode, this.space + text.slice(from, to))
      this.space = ''
      this.isFresh = false
      this.isAfterMarker = false
    }
    this.space += text.slice(Math.max(from, to))
  }

  private readSection(final: boolean): boolean {
    const from = this.at
    let found = this.markers.section.at(this.text, this.at, final)
    while (!found && /[\s,;[\]]/.test(this.text[this.at] ?? '')) found = this.markers.section.at(this.text, ++this.at, final)
    this.emit('markup', this.text.slice(from, this.at))
    if (found?.match === null || this.at === this.text.length) return false
    const { value, to } = found?.match ?? { value: null, to: this.at }
    const marker = this.text.slice(this.at, to)
    this.at = to
    if (value?.kind === 'call') this.beginCall(value.head, marker)
    else if (value) this.mark(value, marker)
    else if (beginsDirectly(this.syntax, this.text[this.at] as string)) this.beginCall(0, '')
    else {
      this.mode = this.outer
      this.outer = 'text'
      this.isFresh = true
      this.isAfterMarker = true
    }
    return true
  }

  private beginCall(head: number, marker: string): void {
    if (!this.syntax.calls) return
    this.emit('markup', this.space)
    this.space = ''
    this.call = callReader(this.syntax.calls, head, this.types)
    this.told = { name: '', id: '' }
    this.partType = null
    if (this.mode === 'reasoning') this.outer = 'reasoning'
    this.mode = 'call'
    this.emit('tool-call', marker)
  }

  private readCall(final: boolean): boolean {
    const { call } = this
    if (!call) return false
    const { to, state, json } = call.read(this.text, this.at, final)
    const raw = this.text.slice(this.at, to)
    this.at = to
    this.emit('tool-call', raw, { ...(json === '' ? {} : { json }), ...this.news(call), ...(state === 'more' ? {} : endOf(state)) })
    if (state === 'more') return false
    this.endCall(state === 'malformed')
    return true
  }

  private news({ name, id }: CallReader): Facts {
    const facts = { ...(name === this.told.name ? {} : { name }), ...(id === this.told.id ? {} : { id }) }
    this.told = { name, id }
    return facts
  }

  private endCall(isMalformed: boolean): void {
    const { calls } = this.syntax
    this.call = null
    this.partType = null
    const isInSection = !isMalformed && calls && (calls.sectionStart.trim() !== '' || isBare(calls))
    this.mode = isInSection ? 'section' : isMalformed ? this.outer : 'text'
    this.outer = 'text'
    this.isFresh = true
    this.isAfterMarker = true
  }

  private flush(): void {
    const rest = this.text.slice(this.at)
    this.at = this.text.length
    if (this.call) this.emit('tool-call', rest, { ended: this.call.isComplete ? 'complete' : 'malformed' })
    else this.emit(this.mode === 'reasoning' || this.mode === 'text' ? this.mode : 'text', this.space + rest)
    this.call = null
    this.space = ''
  }

  private emit(type: AnswerDelta['type'], raw: string, facts: Facts = {}): void {
    const hidden = Math.min(this.unseen, raw.length)
    this.unseen -= hidden
    const shown = raw.slice(hidden)
    if (shown !== '' && type !== 'markup') this.hasBegun = true
    if (shown === '' && Object.keys(facts).length === 0) return
    if (type !== this.partType) this.part++
    this.partType = type
    this.deltas.push({ part: this.part, type, raw: shown, ...facts })
  }
}

const endOf = (state: 'done' | 'malformed'): Facts => ({ ended: state === 'done' ? 'complete' : 'malformed' })

/** Inside a section, a call may begin without a marker. */
function beginsDirectly({ calls }: AnswerSyntax, character: string): boolean {
  if (!calls) return false
  if (calls.form === 'json') return calls.callStart.trim() === '' && character === '{'
  return calls.heads.some(([first]) => first === '') && /[\p{L}_]/u.test(character)
}
