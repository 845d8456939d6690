/** The grammars of the languages that are written most, as a chunk of their own. */
import { common, createLowlight } from 'lowlight'

export const grammars = createLowlight(common)
