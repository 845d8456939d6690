/** Words for the person in front of it; stdout belongs to the results. */
export const say = (text: string): void => void process.stderr.write(`${text}\n`)
