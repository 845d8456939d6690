/** How the Lab's process ended, in part of a sentence. Of `lastWords` only the line with the error is used. */
export function endWords(how: string | number | null, lastWords: string): string {
  const errors = [...lastWords.matchAll(/^(?:\w*Error\b.*|.*out of memory.*)$/gm)]
  const why = errors.at(-1)?.[0].trim()
  return `it ended with ${how}${why ? `: ${why.slice(0, 300)}` : ''}`
}
