import type { PromptMessage } from '../../../../core/contract/chat/turn'
import { canary } from './shadow-texts'

export interface Conversation {
  readonly id: string
  readonly isPrivate: boolean
  messages: PromptMessage[]
  /** What it had before an edit. */
  branches: PromptMessage[][]
}
/** A text with which several conversations begin, and which can be processed in the background. */
export interface SharedText {
  readonly id: string
  readonly trunkAt: number
  readonly text: string
}
const words = 'one two three four five six seven eight nine ten '
const trunks = ['Be brief. ', 'Be kind. ', 'Be exact. '].map((text) => text + words.repeat(6))
const mostShared = 4

/** What a user or a client does: new conversations, further messages, edits, other branches, requests with all earlier messages. */
export class RandomConversations {
  all: Conversation[] = []
  shared: SharedText[] = []
  private ids = 0

  constructor(
    private readonly random: () => number,
    private readonly note: (what: string) => void,
  ) {}

  nextId = (): number => ++this.ids

  without(conversation: Conversation): void {
    this.all = this.all.filter((other) => other !== conversation)
  }

  /** One that exists and is not answering, or a new one. */
  next(isAnswering: (id: string) => boolean): Conversation {
    const idle = this.all.filter(({ id, messages }) => !isAnswering(id) && messages.at(-1)?.role === 'assistant')
    const known = idle[this.below(idle.length)]
    if (!known || this.chance(0.4)) return this.begin([], this.chance(0.2))
    const { messages, branches, isPrivate } = known
    const roll = this.random()
    if (roll < 0.3) known.messages = [...messages, this.question()]
    else if (roll < 0.55) {
      this.note('edit')
      branches.push(messages)
      known.messages = [...messages.slice(0, -2), this.question()]
    } else if (roll < 0.75 && branches.length > 0) {
      this.note('branch')
      const branch = branches[this.below(branches.length)] ?? messages
      branches.push(messages)
      known.messages = [...branch, this.question()]
    } else if (!isPrivate) {
      this.note('request with all of it')
      return this.begin([...messages, this.question()], false)
    } else known.messages = [...messages, this.question()]
    return known
  }

  begin(messages: readonly PromptMessage[], isPrivate: boolean, trunkAt?: number): Conversation {
    const shared = trunkAt === undefined && this.chance(0.3) ? this.shared[this.below(this.shared.length)] : undefined
    const [trunk, question] = [trunkOf(trunkAt ?? shared?.trunkAt ?? this.below(trunks.length)), this.question()]
    const begun = messages.length > 0 ? [...messages] : [trunk, { ...question, text: `${shared?.text ?? ''}${question.text}` }]
    const conversation = { id: `c${this.nextId()}`, isPrivate, messages: begun, branches: [] }
    if (isPrivate) this.note('private')
    this.all = [...this.all, conversation].slice(-12)
    return conversation
  }

  /** A new one, or one that exists. */
  sharedText(): SharedText {
    const known = this.shared[this.below(mostShared)]
    if (known) return known
    const number = this.nextId()
    const made = { id: `d-${number}`, trunkAt: this.below(trunks.length), text: `${canary(number)} ${words.repeat(4)}` }
    this.shared.push(made)
    return made
  }

  ask(conversation: Conversation): void {
    conversation.messages = [...conversation.messages, this.question()]
  }

  private question = (): PromptMessage => ({ role: 'user', text: `${canary(this.nextId())} ${words.repeat(this.below(3))}` })

  chance = (share: number): boolean => this.random() < share
  below = (limit: number): number => Math.floor(this.random() * limit)
}

const trunkOf = (at: number): PromptMessage => ({ role: 'system', text: trunks[at] as string })

/** Prompts that have the text in common, and nothing after it. */
export const promptsWith = ({ trunkAt, text }: SharedText): PromptMessage[][] =>
  ['a', '1'].map((question) => [trunkOf(trunkAt), { role: 'user', text: text + question }])
