/** Grammars of common languages, in their own chunk. */
import { common, createLowlight } from 'lowlight'

export const grammars = createLowlight(common)
