import { assertGrammar } from '../../../core/answer-grammar/assert-grammar'
import type { AnswerGrammar } from '../../../core/contract/settings/sampling'
import { grammarCharacters } from '../../../core/contract/settings/setting-ranges'
import { type Flags, text, UsageError } from './flags'
import { textInFile } from './text-file'

/** Throws UsageError, `schema-refused`, `grammar-invalid`, `file-too-large` and file errors. */
export async function grammarFrom(flags: Flags): Promise<AnswerGrammar | null> {
  const [schema, gbnf] = [text(flags, 'json-schema'), text(flags, 'grammar')]
  if (schema !== undefined && gbnf !== undefined) throw new UsageError('--json-schema and --grammar both bind the answer: use one')
  const file = schema ?? gbnf
  if (file === undefined) return null
  const grammar: AnswerGrammar = { kind: schema === undefined ? 'gbnf' : 'json-schema', text: await textInFile(file, grammarCharacters) }
  assertGrammar(grammar)
  return grammar
}
