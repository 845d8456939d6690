import { type Vocabulary, vocabularyKey, vocabularyOf } from '../../../core/speculation/vocabulary'
import { fileLocation } from './model-location'
import { readPart } from './read-parts'

/** Returns null if the file has no vocabulary. Throws file and GGUF errors. */
export async function readVocabulary(path: string): Promise<Vocabulary | null> {
  return vocabularyOf((await readPart(fileLocation(path), {}, { keptTexts: [vocabularyKey] })).header)
}
