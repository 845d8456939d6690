import { importFile, showForm } from './run/run-store'
import { takeText } from './setup/form/text-choice'

/** Returns whether the file was accepted. */
export function takeDropped(file: File): boolean {
  if (/\.(csv|json|jsonl)$/i.test(file.name)) void importFile(file)
  else if (/\.(txt|md)$/i.test(file.name)) void takeText(file).then(showForm)
  else return false
  return true
}
