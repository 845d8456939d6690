import type { ErrorFacts } from '../../../contract/errors/errors'
import type { GrammarFlaw, SchemaNote, SchemaRefusalReason } from '../../../grammar/problems/problems'
import { formatCount } from '../../../text/amounts'

const refusals: Readonly<Record<SchemaRefusalReason, string>> = {
  'not-json': 'Das ist kein JSON',
  malformed: 'JSON Schema erlaubt diesen Wert hier nicht',
  'not-supported': 'Eine Grammatik kann das nicht ausdrücken',
  'older-draft': 'Das gehört zu einem älteren Entwurf von JSON Schema; Headroom liest 2020-12',
  'reference-not-found': 'Das verweist auf ein Schema, das es nicht gibt',
  'reference-to-other-document': 'Das verweist auf ein anderes Dokument',
  'reference-endless': 'Das verweist endlos auf sich selbst',
  'one-of-overlaps': 'Ein Wert könnte zu zwei Alternativen passen; verwenden Sie anyOf, oder unterscheiden Sie sie durch eine Konstante',
  'combination-not-supported': 'Eine Grammatik kann diese Kombination von Längen, Mustern und Formaten nicht ausdrücken',
  'pattern-invalid': 'Das ist kein gültiger regulärer Ausdruck',
  'pattern-lookaround': 'Eine Grammatik kann keine Vorausschau und keine Rückschau ausdrücken',
  'pattern-backreference': 'Eine Grammatik kann keine Rückverweise ausdrücken',
  'pattern-word-boundary': 'Eine Grammatik kann keine Wortgrenze ausdrücken',
  'pattern-unicode-property': 'Unicode-Eigenschaften werden nicht unterstützt; zählen Sie die Zeichen auf',
  'pattern-inner-anchor': '^ und $ werden nur am Anfang und am Ende unterstützt',
  'pattern-ambiguous':
    'Ein Text kann auf zu viele Arten zu dem Muster passen; schreiben Sie es so, dass es nur eine gibt, etwa „\\w+( \\w+)*“ statt „(\\w+ ?)+“',
  'limit-too-high': 'Die Zahl ist zu groß für eine Grammatik',
  'bound-too-precise': 'Eine ausschließende Grenze kann höchstens 15 Stellen haben',
  'names-may-repeat': 'Eine Grammatik kann Eigenschaften nicht zählen, die das Schema nicht nennt; nennen Sie sie in „properties“',
  'no-value-possible': 'Kein Wert passt dazu',
  'too-large': 'Das ist zu groß',
}

const flaws: Readonly<Record<GrammarFlaw, string>> = {
  'too-large': 'ist zu groß',
  'unexpected-character': 'hat ein Zeichen, das dort nicht stehen kann',
  'unexpected-end': 'endet zu früh',
  'unknown-escape': 'hat eine unbekannte Escape-Folge',
  'nothing-to-repeat': 'wiederholt nichts',
  'repeats-too-often': 'wiederholt etwas 2.000-mal oder öfter',
  'unknown-rule': 'verwendet eine Regel, die es nicht gibt',
  'no-root': 'braucht eine Regel namens root',
  'left-recursion': 'hat eine Regel, die mit sich selbst beginnt',
  'too-ambiguous':
    'hat eine Regel, die einen Text auf zu viele Arten lesen kann; schreiben Sie sie so, dass es nur eine gibt, etwa [a-z]+ (" " [a-z]+)* statt ([a-z]+ " "?)+',
}

const place = (pointer: string): string => (pointer === '' ? 'Das Schema' : pointer)

export const schemaRefusalText = ({ refusals: found }: ErrorFacts<'schema-refused'>): string =>
  found.map(({ pointer, reason }) => `${place(pointer)}: ${refusals[reason]}.`).join(' ')

export function grammarProblemText({ problem }: ErrorFacts<'grammar-invalid'>): string {
  switch (problem.kind) {
    case 'flaw':
      return problem.flaw === 'no-root' || problem.flaw === 'too-large'
        ? `Die Grammatik ${flaws[problem.flaw]}.`
        : `Zeile ${formatCount(problem.line)} der Grammatik ${flaws[problem.flaw]}.`
    case 'llama.cpp':
      return 'llama.cpp lehnt die Grammatik ab.'
    case 'begun-answer':
      return 'Die bisherige Antwort passt nicht zur Grammatik, deshalb kann sie nicht fortgesetzt werden.'
  }
}

export function schemaNoteText({ pointer, reason }: SchemaNote): string {
  switch (reason) {
    case 'order-fixed':
      return `${place(pointer)}: Bei so vielen Eigenschaften stehen sie in der Antwort in der Reihenfolge des Schemas.`
    case 'unknown-keyword':
      return `${place(pointer)}: kein Schlüsselwort von JSON Schema und deshalb ohne Wirkung.`
    case 'format-not-checked':
      return `${place(pointer)}: kein Format von JSON Schema und deshalb nicht geprüft.`
    case 'limit-lowered':
      return `${place(pointer)}: So weit kann eine Grammatik nicht zählen, deshalb ist die Grenze niedriger.`
    case 'type-missing':
      return `${place(pointer)}: Ohne „type“ sind auch Werte anderer Typen erlaubt.`
  }
}
