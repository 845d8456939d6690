import { type Vocabulary, vocabularyKey, vocabularyOf } from '../../../core/speculation/vocabulary'
import { localPlace } from './model-place'
import { readPart } from './read-parts'

/** Every token of a model on this machine, from its header (of a split model: of its first part). null: it has none. Throws the coded errors of files. */
export async function readVocabulary(path: string): Promise<Vocabulary | null> {
  return vocabularyOf((await readPart(localPlace(path), {}, { keptTexts: [vocabularyKey] })).header)
}
