/** RULER's niah_single and niah_multikey_1: the question asks for one fact, and the other facts have other keys. */
import { adjectives, fillerSentence, heldOutThings, pick, sample } from '../texts/filler'
import { type MakePrompt, type PromptSource, templateTokens } from './task-prompt'

const intro = 'Read this text and remember the important facts.'
/** Depths of the fact in its context, used in turn. */
const depths = [0, 0.25, 0.5, 0.75, 1]

export const needles =
  (keys: number): MakePrompt =>
  (source, index) => {
    const { random } = source
    const names = sample(
      random,
      adjectives.flatMap((adjective) => heldOutThings.map((thing) => `${adjective} ${thing}`)),
      keys,
    )
    const codes = names.map(() => fourDigits(random))
    const facts = names.map((name, i) => `The code of the ${name} is ${codes[i]}.`)
    const [needle = '', ...distractors] = facts
    const question = `What is the code of the ${names[0]}?`
    const body = filled(source, `${intro} ${facts.join(' ')}\n${question}`)
    for (const distractor of distractors) body.splice(Math.floor(random() * (body.length + 1)), 0, distractor)
    body.splice(Math.round((depths[index % depths.length] as number) * body.length), 0, needle)
    return { context: `${intro} ${body.join(' ')}`, question, expected: [codes[0] as string] }
  }

export function filled({ random, tokensOf, promptTokens }: PromptSource, rest: string): string[] {
  const body: string[] = []
  let used = tokensOf(rest) + templateTokens
  for (;;) {
    const sentence = fillerSentence(random)
    used += tokensOf(` ${sentence}`)
    if (used > promptTokens) return body
    body.push(sentence)
  }
}

const fourDigits = (random: () => number): string => Array.from({ length: 4 }, () => pick(random, [...'0123456789'])).join('')
