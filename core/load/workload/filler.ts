import { type Random, seededRandom } from '../../stats/seeded-random'

/** Short words, because most tokenizers have one token for each of them. */
const words =
  'time year people way day man thing woman life child world school state family student group country problem hand part place case week company system program question work number night point home water room mother area money story fact month lot right study book eye job word business issue side kind head house service friend father power hour game line end member law car city name team minute idea body back'.split(
    ' ',
  )

/** The shared part comes from one sequence of words, so prompts of different lengths share the beginning of it. */
export interface FillerSeeds {
  readonly shared: number
  readonly own: number
}

/** `shared`: share of the words, 0 to 1, that is the same in every prompt with the same seed. */
export function fillerText(wordCount: number, shared: number, seeds: FillerSeeds): string {
  const sharedWords = Math.round(shared * wordCount)
  return [...sequence(sharedWords, seededRandom(seeds.shared)), ...sequence(wordCount - sharedWords, seededRandom(seeds.own))].join(' ')
}

const sequence = (length: number, random: Random): string[] =>
  Array.from({ length }, () => words[Math.floor(random() * words.length)] as string)
