export const say = (text: string): void => void process.stderr.write(`${text}\n`)
