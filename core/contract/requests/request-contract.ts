import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { errorsOf } from '../errors/errors'
import { exportedFile } from '../wire/exported-file'
import { everyMs, streamId } from '../wire/streams'
import { ledgerUpdate, requestBody, simulation } from './requests'

export const requestContract = {
  follow: oc.input(z.object({ streamId, everyMs })).output(eventIterator(ledgerUpdate)),
  /** Bodies are in memory only. */
  body: oc
    .errors(errorsOf('request-not-kept'))
    .input(z.object({ id: z.string() }))
    .output(requestBody),
  /** Replays the kept requests with other settings. */
  simulate: oc.output(simulation),
  /** Without prompts and answers. */
  export: oc.output(exportedFile),
  clear: oc.output(z.object({})),
}
