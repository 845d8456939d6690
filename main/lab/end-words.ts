/**
 * How the Lab's process ended, short enough for a sentence. `lastWords`: what it wrote last; the line that names an error is told, the
 * stack around it is not.
 */
export function endWords(how: string | number | null, lastWords: string): string {
  const errors = [...lastWords.matchAll(/^(?:\w*Error\b.*|.*out of memory.*)$/gm)]
  const why = errors.at(-1)?.[0].trim()
  return `it ended with ${how}${why ? `: ${why.slice(0, 300)}` : ''}`
}
