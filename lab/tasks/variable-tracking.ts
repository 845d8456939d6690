/**
 * RULER's vt: a value passes from variable to variable, and the question asks for all variables that have it. RULER uses four hops. In
 * the Lab, the variables are things with codes.
 */
import { heldOutThings, pick, sample } from '../texts/filler'
import { filled } from './needles'
import type { MakePrompt } from './task-prompt'

const intro = 'Read this text and remember which things have the same code.'

export const variableTracking =
  (hops: number): MakePrompt =>
  (source) => {
    const { random } = source
    const names = sample(random, heldOutThings, hops + 1)
    const value = Array.from({ length: 4 }, () => pick(random, [...'0123456789'])).join('')
    const chain = names.map((name, hop) =>
      hop === 0 ? `The code of the ${name} is ${value}.` : `The code of the ${name} is the code of the ${names[hop - 1]}.`,
    )
    const question = `Which ${names.length} things have the code ${value}?`
    const body = filled(source, `${intro} ${chain.join(' ')}\n${question}`)
    const places = sample(
      random,
      Array.from({ length: body.length + chain.length }, (_, i) => i),
      chain.length,
    ).sort((a, b) => a - b)
    places.forEach((place, hop) => {
      body.splice(place, 0, chain[hop] as string)
    })
    return { context: `${intro} ${body.join(' ')}`, question, expected: names }
  }
