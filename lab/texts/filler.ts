import type { Random } from '../../core/stats/seeded-random'
import words from './filler.json'

export const { adjectives, heldOutThings, things, foods, animals } = words

export const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T

export function sample<T>(random: Random, from: readonly T[], count: number): T[] {
  const rest = [...from]
  return Array.from({ length: Math.min(count, rest.length) }, () => rest.splice(Math.floor(random() * rest.length), 1)[0] as T)
}

export function shuffled<T>(random: Random, values: readonly T[]): T[] {
  return sample(random, values, values.length)
}

export function fillerSentence(random: Random): string {
  const one = (from: readonly string[]) => pick(random, from)
  const slots: Readonly<Record<string, () => string>> = {
    name: () => one(words.names),
    otherName: () => one(words.names),
    adjective: () => one(adjectives),
    aQuality: () => withArticle(one(adjectives)),
    thing: () => one(things),
    otherThing: () => one(things),
    place: () => one(words.places),
    otherPlace: () => one(words.places),
    time: () => one(words.times),
    city: () => one(words.cities),
    food: () => one(foods),
    otherFood: () => one(foods),
    job: () => one(words.jobs),
    verb: () => one(words.verbs),
    otherVerb: () => one(words.verbs),
    animal: () => one(animals),
    otherAnimal: () => one(animals),
    month: () => one(words.months),
    count: () => String(2 + Math.floor(random() * 29)),
  }
  return one(words.sentences).replaceAll(/\{(\w+)\}/g, (_, slot: string) => {
    const fill = slots[slot]
    if (!fill) throw new Error(`Expected a slot of a filler sentence, got ${slot}`)
    return fill()
  })
}

const withArticle = (word: string): string => `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`
