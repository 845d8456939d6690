import { basename } from 'node:path'

/** What `/v1/models` lists. */
export const modelIdOf = (path: string): string => basename(path).replace(/\.gguf$/i, '')
