import { common, createLowlight } from 'lowlight'

export const grammars = createLowlight(common)
