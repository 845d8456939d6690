import { readFile, stat } from 'node:fs/promises'
import { assertGrammar } from '../../../core/answer-grammar/assert-grammar'
import { coded } from '../../../core/contract/errors/coded-error'
import type { AnswerGrammar } from '../../../core/contract/settings/sampling'
import { grammarCharacters } from '../../../core/contract/settings/setting-ranges'
import { asFileFailure } from '../../library/files/file-failures'
import { typedPath } from '../../library/files/typed-path'
import { type Flags, text, UsageError } from './flags'

/** Throws UsageError, `schema-refused`, `grammar-invalid`, `file-too-large` and file errors. */
export async function grammarFrom(flags: Flags): Promise<AnswerGrammar | null> {
  const [schema, gbnf] = [text(flags, 'json-schema'), text(flags, 'grammar')]
  if (schema !== undefined && gbnf !== undefined) throw new UsageError('--json-schema and --grammar both bind the answer: use one')
  const file = schema ?? gbnf
  if (file === undefined) return null
  const grammar: AnswerGrammar = { kind: schema === undefined ? 'gbnf' : 'json-schema', text: await textIn(file) }
  assertGrammar(grammar)
  return grammar
}

async function textIn(file: string): Promise<string> {
  const path = typedPath(file)
  try {
    const { size } = await stat(path)
    if (size > grammarCharacters) throw coded('file-too-large', { name: file, sizeBytes: size, limitBytes: grammarCharacters })
    // Some editors begin a file with a byte order mark.
    return (await readFile(path, 'utf8')).replace(/^\ufeff/, '')
  } catch (error) {
    throw asFileFailure(error, path)
  }
}
