import type { SearchHit } from '../../../core/contract/chat/conversations'
import { coded } from '../../../core/contract/errors/coded-error'
import { partAt } from '../../../core/messages/parts-of'
import type { Database } from '../sqlite/database'
import { type MessageRow, partsIn } from './messages'
import type { Shelves } from './shelves'

const mostHits = 100
const mostWords = 32
const lookedAtCharacters = 50_000
const excerptCharacters = 160
const leadCharacters = 40

interface HitRow {
  conversation_id: string
  title: string
  message_id: string | null
  role: SearchHit['role']
  excerpt: string
  created_at: number
}

interface MessageHitRow extends HitRow, Pick<MessageRow, 'text' | 'parts'> {}
interface Hit extends HitRow, Pick<SearchHit, 'part'> {}

/** Scripts without spaces between words, for which the index treats a sentence as one word. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** Titles come first, then messages: by relevance, or newest first after a literal search. Throws `search-too-short`. */
export function search({ both }: Shelves, text: string): SearchHit[] {
  const wanted = text.trim()
  if (!wanted) throw coded('search-too-short', {})
  const found = unspaced.test(wanted) ? null : wanted.match(/[\p{L}\p{N}]+/gu)
  const words = found && [...new Set(found)].slice(0, mostWords)
  // A query has no words to look up if it has no letters or digits, or is in an unspaced script. Such a query, and one without hits in
  // the index, is searched for literally.
  const inMessages = words ? both.flatMap((db) => messageHits(db, words)) : []
  const elsewhere = inMessages.length > 0 ? inMessages : both.flatMap((db) => plainHits(db, wanted))
  const rows = [...both.flatMap((db) => titleHits(db, wanted)), ...elsewhere]
  return rows.slice(0, mostHits).map((row) => ({
    conversationId: row.conversation_id,
    title: row.title || 'New conversation',
    messageId: row.message_id,
    role: row.role,
    part: row.part,
    excerpt: row.excerpt,
    createdAt: row.created_at,
  }))
}

const titleHits = (db: Database, text: string): Hit[] =>
  db.all<Hit>(
    `SELECT id AS conversation_id, title, NULL AS message_id, NULL AS role, NULL AS part, title AS excerpt, changed_at AS created_at
     FROM conversations WHERE removed_at IS NULL AND title LIKE ? ESCAPE '\\' ORDER BY changed_at DESC LIMIT ${mostHits}`,
    containing(text),
  )

/** FTS5's `snippet()` takes minutes for a long message with many matches. */
const messageHits = (db: Database, words: readonly string[]): Hit[] =>
  db
    .all<MessageHitRow>(
      `SELECT c.id AS conversation_id, c.title, m.id AS message_id, m.role, substr(m.text, 1, ${lookedAtCharacters}) AS text, m.parts, m.created_at
       FROM message_search JOIN messages m ON m.seq = message_search.rowid JOIN conversations c ON c.id = m.conversation_id
       WHERE message_search MATCH ? AND c.removed_at IS NULL ORDER BY rank LIMIT ${mostHits}`,
      words.map((word) => `"${word}"*`).join(' '),
    )
    .map((row) => {
      const wanted = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.map(folded).join('|')})[\\p{L}\\p{N}]*`, 'gu')
      const first = Math.max(0, folded(row.text).search(wanted))
      return { ...row, excerpt: excerptOf(row.text, wanted, first), part: partOf(row, first) }
    })

const partOf = (row: MessageHitRow, offset: number): Hit['part'] => partAt({ text: row.text, ...partsIn(row) }, offset)?.type ?? null

/** `first` is the offset of the first match of `wanted`. */
function excerptOf(text: string, wanted: RegExp, first: number): string {
  const wordStart = text.lastIndexOf(' ', first - leadCharacters) + 1
  const from = first <= leadCharacters ? 0 : Math.max(wordStart, first - 2 * leadCharacters)
  const wordEnd = text.lastIndexOf(' ', from + excerptCharacters)
  const isCut = from + excerptCharacters < text.length
  const part = text.slice(from, isCut && wordEnd > first ? wordEnd : from + excerptCharacters)
  let marked = ''
  let at = 0
  for (const { 0: word, index } of folded(part).matchAll(wanted)) {
    marked += `${part.slice(at, index)}\u0002${part.slice(index, index + word.length)}\u0003`
    at = index + word.length
  }
  return `${from > 0 ? '…' : ''}${marked}${part.slice(at)}${isCut ? '…' : ''}`
}

/** Lowercase without accents, as in the index, and of the same length as `text`. */
const folded = (text: string): string =>
  text.replace(/[A-Z]|[^\p{ASCII}]/gu, (character) => {
    const [plain = ''] = character.normalize('NFD').toLowerCase()
    return plain.length === character.length ? plain : character
  })

const plainHits = (db: Database, wanted: string): Hit[] =>
  db
    .all<MessageHitRow>(
      `SELECT c.id AS conversation_id, c.title, m.id AS message_id, m.role, m.text, m.parts, m.created_at
     FROM messages m JOIN conversations c ON c.id = m.conversation_id
     WHERE instr(m.text, ?1) > 0 AND m.state <> 'streaming' AND c.removed_at IS NULL ORDER BY m.seq DESC LIMIT ${mostHits}`,
      wanted,
    )
    .map((row) => {
      const first = row.text.indexOf(wanted)
      const from = Math.max(0, first - leadCharacters)
      return { ...row, excerpt: row.text.slice(from, from + excerptCharacters), part: partOf(row, first) }
    })

const containing = (text: string): string => `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`
