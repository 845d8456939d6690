/** The reasoning of a server that does not separate it: the answer begins with `<think>`, and `</think>` ends it. The tags are left out. */
import type { StreamEvent } from '../stream-events'

type Written = Extract<StreamEvent, { type: 'text' | 'reasoning' }>

const opening = '<think>'
const closing = '</think>'

export class ThinkTags {
  private state: 'begins' | 'thinks' | 'has-thought' | 'answers'
  private held = ''

  constructor(continuesAnswer: boolean) {
    this.state = continuesAnswer ? 'answers' : 'begins'
  }

  /** Holds back text that can be part of a tag. */
  read(event: Written): Written[] {
    // A server that sends reasoning has found the tags itself.
    if (event.type === 'reasoning') return [...this.end(event.atMs), event]
    const { atMs } = event
    this.held += event.text
    if (this.state === 'begins') {
      const text = this.held.trimStart()
      if (text.length < opening.length && opening.startsWith(text)) return []
      this.state = text.startsWith(opening) ? 'thinks' : 'answers'
      if (this.state === 'thinks') this.held = text.slice(opening.length)
    }
    return this.state === 'thinks' ? this.readThoughts(atMs) : this.readText(atMs)
  }

  /** What was held back is text. */
  end(atMs: number): Written[] {
    const type = this.state === 'thinks' ? 'reasoning' : 'text'
    this.state = 'answers'
    return this.take(this.held.length, type, atMs)
  }

  private readThoughts(atMs: number): Written[] {
    const at = this.held.indexOf(closing)
    if (at === -1) return this.take(this.held.length - tagStart(this.held), 'reasoning', atMs)
    const thoughts = this.take(at, 'reasoning', atMs)
    this.state = 'has-thought'
    this.held = this.held.slice(closing.length)
    return [...thoughts, ...this.readText(atMs)]
  }

  private readText(atMs: number): Written[] {
    if (this.state === 'has-thought') this.held = this.held.trimStart()
    if (this.held !== '') this.state = 'answers'
    return this.take(this.held.length, 'text', atMs)
  }

  private take(length: number, type: Written['type'], atMs: number): Written[] {
    const text = this.held.slice(0, length)
    this.held = this.held.slice(length)
    return text === '' ? [] : [{ type, text, atMs }]
  }
}

/** Length of the end of `text` that can be the beginning of `</think>`. */
function tagStart(text: string): number {
  for (let length = Math.min(closing.length - 1, text.length); length > 0; length--)
    if (closing.startsWith(text.slice(-length))) return length
  return 0
}
