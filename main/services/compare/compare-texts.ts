/** Bundled texts for quality measurements. Sources: native-models/texts/README.md. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { binaryAt } from '../../../core/compare/binary-text'
import type { BundledText } from '../../../core/contract/compare/compare-runs'
import { coded } from '../../../core/contract/errors/coded-error'

const bundled: readonly (Omit<BundledText, 'characters'> & { readonly file: string })[] = [
  {
    name: 'story',
    title: 'Story',
    about: "The first chapters of Alice's Adventures in Wonderland by Lewis Carroll, 1865; public domain.",
    file: 'texts/story.txt',
  },
  { name: 'code', title: 'Program code', about: "TypeScript: a part of Headroom's own source.", file: 'texts/code.txt' },
  {
    name: 'pocket',
    title: 'Conversations',
    about: 'What the embedded model Pocket was trained on in kind, but has not seen; other models find it strange.',
    file: 'pocket/eval/heldout.txt',
  },
]

/** `folder` is native-models. */
export class CompareTexts {
  constructor(private readonly folder: string) {}

  list(): BundledText[] {
    return bundled.map(({ file, ...text }) => ({ ...text, characters: readFileSync(join(this.folder, file), 'utf8').length }))
  }

  /** Throws `compare-plan-refused` for an unknown name. */
  read(name: string): string {
    const found = bundled.find((text) => text.name === name)
    if (!found) throw coded('compare-plan-refused', { reason: `There is no bundled text "${name}": choose another text.` })
    return readFileSync(join(this.folder, found.file), 'utf8')
  }
}

/** Throws `compare-plan-refused` for an empty text or a binary file. `name` is shown to the user. */
export function assertText(text: string, name: string): void {
  if (text.trim() === '') throw coded('compare-plan-refused', { reason: `"${name}" is empty: choose a text with words in it.` })
  if (binaryAt(text) !== null)
    throw coded('compare-plan-refused', { reason: `"${name}" is not plain text: save it as a text file (UTF-8), or choose another one.` })
}
