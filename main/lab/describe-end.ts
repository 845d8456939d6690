/** How the Lab's process ended, in part of a sentence. Of `lastOutput` only the line with the error is used. */
export function describeEnd(how: string | number | null, lastOutput: string): string {
  const errors = [...lastOutput.matchAll(/^(?:\w*Error\b.*|.*out of memory.*)$/gm)]
  const why = errors.at(-1)?.[0].trim()
  return `it ended with ${how}${why ? `: ${why.slice(0, 300)}` : ''}`
}
