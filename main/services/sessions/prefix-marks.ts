import { z } from 'zod'
import type { Store } from '../../store/store'

const pinsName = 'pinned-prefixes'
const namesName = 'prefix-names'
const pins = z.array(z.string()).catch([])
const names = z.record(z.string(), z.string()).catch({})

/** What the user pinned and named, by owner. It survives a restart. */
export class PrefixMarks {
  constructor(private readonly preferences: Store['preferences']) {}

  isPinned(conversationId: string): boolean {
    return pins.parse(this.preferences.get(pinsName)).includes(conversationId)
  }

  pin(conversationId: string, isPinned: boolean): void {
    const others = pins.parse(this.preferences.get(pinsName)).filter((id) => id !== conversationId)
    this.preferences.set(pinsName, isPinned ? [...others, conversationId] : others)
  }

  /** Ids of what has a name. */
  get named(): string[] {
    return Object.keys(names.parse(this.preferences.get(namesName)))
  }

  nameOf(conversationId: string): string | null {
    return names.parse(this.preferences.get(namesName))[conversationId] ?? null
  }

  rename(conversationId: string, name: string): void {
    const { [conversationId]: _, ...others } = names.parse(this.preferences.get(namesName))
    this.preferences.set(namesName, name === '' ? others : { ...others, [conversationId]: name })
  }

  forget(conversationId: string): void {
    if (this.isPinned(conversationId)) this.pin(conversationId, false)
    if (this.nameOf(conversationId) !== null) this.rename(conversationId, '')
  }
}
