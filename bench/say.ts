/** On stderr; stdout is for results. */
export const say = (text: string): void => void process.stderr.write(`${text}\n`)
