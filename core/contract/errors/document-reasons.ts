import { z } from 'zod'
import { processEnd } from './process-end'
import { kinds, quoted } from './quoted'

const count = z.number().nonnegative()

export const documentProblem = z.discriminatedUnion('kind', [
  kinds(
    'empty',
    'model',
    'encrypted',
    'binary',
    'not-utf8',
    'picture',
    'heic',
    'not-image',
    'image-damaged',
    'rich-text',
    'old-office',
    'other-archive',
    'spreadsheet',
    'presentation',
  ),
  z.object({ kind: z.literal('too-many'), limit: count }),
  z.object({ kind: z.literal('too-large'), limitBytes: count }),
  z.object({ kind: z.literal('image-too-large'), limitBytes: count }),
  z.object({ kind: z.literal('unpacks-too-large'), limitBytes: count }),
  z.object({ kind: z.literal('too-much-text'), characters: count, limitCharacters: count }),
  z.object({ kind: z.literal('not-this-format'), format: z.enum(['pdf', 'docx']) }),
  z.object({ kind: z.literal('damaged'), format: z.enum(['pdf', 'docx', 'html']), quoted }),
  /** `pages` is null for a document without pages. */
  z.object({ kind: z.literal('no-text'), pages: count.nullable() }),
  z.object({ kind: z.literal('no-such-pages'), pages: count }),
  z.object({ kind: z.literal('timeout'), seconds: count }),
  z.object({ kind: z.literal('memory'), mebibytes: count }),
  z.object({ kind: z.literal('process-ended'), end: processEnd }),
])
export type DocumentProblem = z.infer<typeof documentProblem>
