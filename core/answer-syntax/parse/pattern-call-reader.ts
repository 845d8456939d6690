import type { PatternCalls, Slot } from '../syntax'
import { argumentsReader } from './arguments-reader'
import { type Marker, MarkerSet, markerOf, matchAt } from './marker'
import { type CallReader, done, malformed, more, type Progress, type Reader, spaceEnd, type TypesOfTools } from './reader'

const mostSlotCharacters = 256
const endsName = /[^\p{L}\p{N}_.\-/$@]/u
const endsId = /[^\p{L}\p{N}_.\-/$@:]/u

/** `<function=NAME>ARGUMENTS</function>`: texts and slots in their order, then the arguments. */
export class PatternCallReader implements CallReader {
  name = ''
  id = ''
  isComplete = false
  private readonly end: Marker
  private readonly steps: readonly (string | Slot)[]
  private step = 0
  private arguments: Reader | null = null

  constructor(
    private readonly syntax: PatternCalls,
    head: readonly (string | Slot)[],
    private readonly types: TypesOfTools,
  ) {
    this.end = markerOf(syntax.callEnd)
    this.steps = head.slice(1)
  }

  read(text: string, from: number, final: boolean): Progress {
    let at = from
    let json = ''
    while (!this.isComplete) {
      const isHead = this.step < this.steps.length
      const progress = isHead ? this.head(text, at, final) : this.readArguments(text, at, final)
      json += progress.json
      if (progress.state === 'malformed') return progress
      if (progress.state === 'more') return more(progress.to, json)
      at = progress.to
      if (isHead) this.step++
      else this.isComplete = true
    }
    const closed = this.close(text, at, final)
    return { ...closed, json }
  }

  private head(text: string, from: number, final: boolean): Progress {
    const step = this.steps[this.step] as string | Slot
    if (typeof step !== 'string') return step.slot === 'skipped' ? this.skip(text, from) : this.slot(text, from, step.slot, final)
    const at = spaceEnd(text, from)
    const to = matchAt(text, at, markerOf(step))
    if (to === 'partial') return final ? malformed(at) : more(at)
    return to === null ? malformed(at) : done(to)
  }

  private slot(text: string, from: number, slot: 'name' | 'id', final: boolean): Progress {
    const at = spaceEnd(text, from)
    const length = text.slice(at, at + mostSlotCharacters).search(slot === 'name' ? endsName : endsId)
    if (length < 0) return final || text.length - at >= mostSlotCharacters ? malformed(at) : more(at)
    if (length === 0) return malformed(at)
    this[slot] = text.slice(at, at + length)
    return done(at + length)
  }

  private skip(text: string, from: number): Progress {
    const next = this.steps[this.step + 1]
    const found = new MarkerSet([[typeof next === 'string' ? next : '', true]]).find(text, from, false)
    if ((found?.at ?? text.length) - from > mostSlotCharacters) return malformed(from)
    return found?.match ? done(found.at) : more(from)
  }

  private readArguments(text: string, from: number, final: boolean): Progress {
    this.arguments ??= argumentsReader(this.syntax.arguments, this.syntax.callEnd, this.types(this.name))
    return this.arguments.read(text, from, final)
  }

  private close(text: string, from: number, final: boolean): Progress {
    if (this.end.words.length === 0) return done(from)
    const to = matchAt(text, spaceEnd(text, from), this.end)
    if (to === 'partial' && !final) return more(from)
    return done(typeof to === 'number' ? to : from)
  }
}
