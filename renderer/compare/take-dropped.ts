/** What is dropped on the screen: a text to measure quality with, or results to lay over. Anything else is not for it. */
import { importFile, showForm } from './run/run-store'
import { takeText } from './setup/text-choice'

/** Whether the file was taken. */
export function takeDropped(file: File): boolean {
  if (/\.(csv|json|jsonl)$/i.test(file.name)) void importFile(file)
  else if (/\.(txt|md)$/i.test(file.name)) void takeText(file).then(showForm)
  else return false
  return true
}
