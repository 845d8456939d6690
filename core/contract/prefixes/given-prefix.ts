import { oc } from '@orpc/contract'
import { z } from 'zod'
import { prefixNameCharacters } from '../cache/session-limits'
import { chosenDocument } from '../chat/documents'
import { errorsOf } from '../errors/errors'
import { systemPromptCharacters } from '../wire/text-limits'

/** An empty name is replaced by the first words. */
export const givenPrefix = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('system-prompt'),
    name: z.string().max(prefixNameCharacters),
    text: z.string().regex(/\S/).max(systemPromptCharacters),
  }),
  z.object({ kind: z.literal('document'), document: chosenDocument }),
])
export type GivenPrefix = z.infer<typeof givenPrefix>

/**
 * Processes a system prompt or a document that no conversation has used yet, as soon as the model is idle. The prefix then stays until it is
 * evicted or removed. Ends if the request is aborted.
 */
export const processPrefix = oc
  .errors(
    errorsOf(
      'no-model-loaded',
      'engine-gone',
      'document-not-found',
      'document-refused',
      'template-failed',
      'tools-refused',
      'prompt-too-long',
      'prefix-too-short',
      'prefix-not-usable',
    ),
  )
  .input(givenPrefix)
  .output(z.object({ tokens: z.number().nonnegative() }))
