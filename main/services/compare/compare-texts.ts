/** The texts' sources: native-models/texts/README.md. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { binaryAt } from '../../../core/compare/binary-text'
import { type BundledTextName, bundledTexts } from '../../../core/contract/compare/compare-limits'
import type { BundledText } from '../../../core/contract/compare/compare-runs'
import { coded } from '../../../core/contract/errors/coded-error'

const files: Readonly<Record<BundledTextName, string>> = {
  story: 'texts/story.txt',
  code: 'texts/code.txt',
  pocket: 'pocket/eval/heldout.txt',
}

export class CompareTexts {
  constructor(private readonly folder: string) {}

  list(): BundledText[] {
    return bundledTexts.map((name) => ({ name, characters: this.textOf(name).length }))
  }

  read(name: string): string {
    const found = bundledTexts.find((known) => known === name)
    if (!found) throw coded('compare-plan-refused', { reason: { kind: 'unknown-text', name } })
    return this.textOf(found)
  }

  private textOf(name: BundledTextName): string {
    return readFileSync(join(this.folder, files[name]), 'utf8')
  }
}

/** Throws `compare-plan-refused`. */
export function assertText(text: string, name: string): void {
  if (text.trim() === '') throw coded('compare-plan-refused', { reason: { kind: 'empty-text', name } })
  if (binaryAt(text) !== null) throw coded('compare-plan-refused', { reason: { kind: 'binary-text', name } })
}
