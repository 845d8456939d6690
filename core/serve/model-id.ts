/** What `/v1/models` lists. */
export const modelIdOf = (path: string): string => (path.split(/[\\/]/).at(-1) ?? '').replace(/\.gguf$/i, '')
