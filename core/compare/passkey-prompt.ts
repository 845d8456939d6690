/**
 * The embedded model was trained on the words below (native-models/pocket/recipe/make_eval.py). Source of the task: Mohtashami and Jaggi,
 * arXiv 2305.16300, section 4.2.
 */
import type { CompareTaskOf } from '../contract/compare/compare-tasks'
import { type Random, seededRandom } from '../stats/seeded-random'

export interface PasskeyPrompt {
  readonly prompt: string
  readonly expected: string
}

const things = ['carpet', 'chest', 'crate', 'helmet', 'hourglass', 'oven', 'pouch', 'shelf', 'sled', 'stool', 'vase', 'violet']
const kinds = ['big', 'green', 'heavy', 'new', 'old', 'red', 'shiny', 'small']
const people = ['Adam', 'Emma', 'Hana', 'Karl', 'Luna', 'Nora', 'Omar', 'Sara', 'Theo', 'Tom']
const places = ['bridge', 'castle', 'city', 'forest', 'garden', 'harbor', 'island', 'lake', 'library', 'market', 'museum', 'tower']
const times = ['at night', 'at noon', 'before dawn', 'in summer', 'in the morning', 'in winter', 'on Sunday', 'once a week']
const deeds = ['build', 'cook', 'fly', 'listen', 'paint', 'run', 'sing', 'swim', 'walk']

const pick = (random: Random, from: readonly string[]): string => from[Math.floor(random() * from.length)] as string

const fillers: readonly ((random: Random) => string)[] = [
  (r) => `${pick(r, people)} likes to ${pick(r, deeds)} ${pick(r, times)}.`,
  (r) => `The ${pick(r, places)} was quiet ${pick(r, times)}.`,
  (r) => `${pick(r, people)} counted ${1 + Math.floor(r() * 19)} steps to the ${pick(r, places)}.`,
  (r) => `The road from the ${pick(r, places)} to the ${pick(r, places)} is long.`,
  (r) => `${pick(r, people)} cannot ${pick(r, deeds)}, but ${pick(r, people)} can.`,
  (r) => `${pick(r, people)} and ${pick(r, people)} went to the ${pick(r, places)} to ${pick(r, deeds)}.`,
  (r) => `There were ${2 + Math.floor(r() * 18)} birds over the ${pick(r, places)}.`,
]

/** `depth` is 0 before the first sentence and 1 after the last. */
export function passkeyPrompt(sentences: number, depth: number, random: Random): PasskeyPrompt {
  const key = `${pick(random, kinds)} ${pick(random, things)}`
  const expected = String(1000 + Math.floor(random() * 9000))
  const text = Array.from({ length: sentences }, () =>
    (fillers[Math.floor(random() * fillers.length)] as (random: Random) => string)(random),
  )
  text.splice(Math.round(depth * sentences), 0, `The code of the ${key} is ${expected}.`)
  const prompt = `Read this text and remember the important facts. ${text.join(' ')}\nWhat is the code of the ${key}?`
  return { prompt, expected }
}

export interface PasskeyTrial extends PasskeyPrompt {
  readonly depth: number
}

export const passkeyAnswerTokens = 32

export const passkeyTrials = (
  sentences: number,
  { depths, trials, seed }: Pick<CompareTaskOf<'passkey'>, 'depths' | 'trials' | 'seed'>,
): readonly PasskeyTrial[] =>
  [...new Set(depths)].flatMap((depth, index) =>
    Array.from({ length: trials }, (_, trial) => ({
      ...passkeyPrompt(sentences, depth, seededRandom(seed + 1000 * index + trial)),
      depth,
    })),
  )

const sampleSentences = 50

/** Two prompts, whose lengths give the number of sentences in a prompt of a wanted length. */
export const passkeySamples = (seed: number): readonly [bare: string, long: string] => [
  passkeyPrompt(0, 0, seededRandom(seed)).prompt,
  passkeyPrompt(sampleSentences, 0, seededRandom(seed)).prompt,
]

/** In tokens. */
export const sentencesFor = (promptTokens: number, bareTokens: number, longTokens: number): number =>
  Math.max(0, Math.round(((promptTokens - bareTokens) * sampleSentences) / (longTokens - bareTokens)))

/** The instruction, the key and the question. */
const otherSentences = 3
/** Words and punctuation marks of the fillers, on average. Most tokenizers have one token for each. */
const tokensPerSentence = 8.5

/** For prompts that must be the same at a server, whose tokenizer is unknown. */
export const estimatedSentences = (promptTokens: number): number =>
  Math.max(0, Math.round(promptTokens / tokensPerSentence) - otherSentences)

export const isFound = (answer: string, expected: string): boolean => answer.split(/\D+/).includes(expected)
