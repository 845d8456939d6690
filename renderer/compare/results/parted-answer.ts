import { firstDifference } from '../../../core/compare/first-difference'
import type { MeasuredAnswer } from '../measured/measured-setting'

export interface PartedAnswer {
  readonly shared: string
  /** The first different piece. null if the answers are equal. '' if only the other answer continues. */
  readonly parting: string | null
  readonly rest: string
  readonly sharedPieces: number
  /** A server gives no tokens, so answers are compared with its answer word by word. */
  readonly unit: 'tokens' | 'words'
}

type Compared = Pick<MeasuredAnswer, 'text' | 'tokens'>

export function partedAnswer(answer: Compared, reference: Compared): PartedAnswer {
  if (!answer.tokens || !reference.tokens)
    return { ...parted(wordsOf(answer.text), wordsOf(answer.text), wordsOf(reference.text)), unit: 'words' }
  const idsOf = ({ tokens }: Compared) => (tokens ?? []).map(({ id }) => id)
  return {
    ...parted(
      answer.tokens.map(({ text }) => text),
      idsOf(answer),
      idsOf(reference),
    ),
    unit: 'tokens',
  }
}

/** With the white space before each word. */
const wordsOf = (text: string): readonly string[] => text.match(/\s*\S+|\s+$/g) ?? []

function parted<T>(texts: readonly string[], keys: readonly T[], otherKeys: readonly T[]): Omit<PartedAnswer, 'unit'> {
  const first = firstDifference(keys, otherKeys)
  const sharedPieces = first ?? texts.length
  return {
    shared: texts.slice(0, sharedPieces).join(''),
    parting: first === null ? null : (texts[sharedPieces] ?? ''),
    rest: texts.slice(sharedPieces + 1).join(''),
    sharedPieces,
  }
}
