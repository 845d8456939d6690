import { oc } from '@orpc/contract'
import { z } from 'zod'
import { errorsOf, fileCodes } from '../errors/errors'
import { attachedDocument } from './documents'

export const documentContract = {
  /** Reads a file of this machine. The text stays in memory until its message is sent or newer documents need the space. */
  open: oc
    .errors(errorsOf(...fileCodes, 'document-refused'))
    .input(z.object({ path: z.string().min(1).max(32_768) }))
    .output(attachedDocument),
  /** Tokens of each page. May be off by one per 8,192 characters. */
  count: oc
    .errors(errorsOf('document-not-found', 'no-model-loaded', 'engine-gone'))
    .input(z.object({ id: z.string() }))
    .output(z.object({ pageTokens: z.array(z.number()) })),
}
