/** Joins the events of an answer to blocks: runs of text or reasoning, and calls. */
import type { ServedCallDelta, ServedEvent, ServedText } from './served-event'

export type AnswerBlock =
  | { readonly type: 'text' | 'reasoning'; readonly text: string }
  | { readonly type: 'tool-call'; readonly id: string; readonly name: string; readonly arguments: string }

export type BlockEvent = ServedText | ServedCallDelta

export const isBlockEvent = (event: ServedEvent): event is BlockEvent =>
  event.type === 'text' || event.type === 'reasoning' || event.type === 'tool-call'

export class AnswerBlocks {
  private readonly list: AnswerBlock[] = []
  private call = -1

  get blocks(): readonly AnswerBlock[] {
    return this.list
  }

  get last(): AnswerBlock | undefined {
    return this.list.at(-1)
  }

  /** True if the event begins a block. That ends the block before it. */
  push(event: BlockEvent): boolean {
    const last = this.list.at(-1)
    if (event.type === 'tool-call') {
      if (last?.type === 'tool-call' && this.call === event.call) {
        this.list[this.list.length - 1] = { ...last, arguments: last.arguments + event.arguments }
        return false
      }
      this.call = event.call
      this.list.push({ type: 'tool-call', id: event.id, name: event.name, arguments: event.arguments })
      return true
    }
    if (last?.type === event.type) {
      this.list[this.list.length - 1] = { type: event.type, text: last.text + event.text }
      return false
    }
    this.list.push({ type: event.type, text: event.text })
    return true
  }
}

export const textOf = (blocks: readonly AnswerBlock[], type: 'text' | 'reasoning'): string =>
  blocks.map((block) => (block.type === type ? block.text : '')).join('')

export const callsOf = (blocks: readonly AnswerBlock[]) => blocks.filter((block) => block.type === 'tool-call')
