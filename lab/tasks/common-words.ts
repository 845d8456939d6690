/**
 * RULER's cwe: a numbered list in which some words appear six times and the others once. RULER asks for 10 words and shows a solved example
 * first; the Lab's prompts are too short for either.
 */
import { animals, foods, sample, shuffled, things } from '../texts/filler'
import { type MakePrompt, templateTokens } from './task-prompt'

const repeats = 6
const intro =
  'Below is a numbered list of words. In these words, some appear more often than others. Memorize the ones that appear most often.'

export const commonWords =
  (count: number): MakePrompt =>
  ({ random, tokensOf, promptTokens }) => {
    const words = sample(random, [...new Set([...things, ...animals, ...foods])], 200)
    const common = words.slice(0, count)
    const others = words.slice(count)
    const question = `What are the ${count} most common words in the above list?`
    const often = common.flatMap((word) => Array.from({ length: repeats }, () => word))
    const listOf = (rare: number) => shuffled(random, [...often, ...others.slice(0, rare)]).map((word, i) => `${i + 1}. ${word}`)
    const tokensWith = (rare: number) => tokensOf(`${intro}\n${listOf(rare).join(' ')}\n${question}`) + templateTokens
    let rare = 0
    while (rare < others.length && tokensWith(rare + 1) <= promptTokens) rare++
    return { context: `${intro}\n${listOf(rare).join(' ')}`, question, expected: common }
  }
