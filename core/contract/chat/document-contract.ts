import { oc } from '@orpc/contract'
import { z } from 'zod'
import { fileCodes } from '../errors/error-groups'
import { errorsOf } from '../errors/errors'
import { receivedBytes } from './document-limits'
import { attachedDocument, imageData } from './documents'

export const documentContract = {
  /** Reads a file of this machine. The text stays in memory until its message is sent or newer documents need the space. */
  open: oc
    .errors(errorsOf(...fileCodes, 'document-refused'))
    .input(z.object({ path: z.string().min(1).max(32_768) }))
    .output(attachedDocument),
  /** Reads a file that is not on the disk, such as a pasted image. */
  receive: oc
    .errors(errorsOf('document-refused'))
    .input(z.object({ name: z.string().max(1000), base64: z.base64().max(Math.ceil(receivedBytes / 3) * 4) }))
    .output(attachedDocument),
  /** An image of an unsent message, or of the conversation. */
  image: oc
    .errors(errorsOf('document-not-found'))
    .input(z.object({ id: z.string(), conversationId: z.string().nullable() }))
    .output(imageData),
  /** Tokens of each page. May be off by one per 8,192 characters. */
  count: oc
    .errors(errorsOf('document-not-found', 'no-model-loaded', 'engine-gone'))
    .input(z.object({ id: z.string() }))
    .output(z.object({ pageTokens: z.array(z.number()) })),
}
