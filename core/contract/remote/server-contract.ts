import { oc } from '@orpc/contract'
import { z } from 'zod'
import { inferenceServerCodes } from '../errors/error-groups'
import { errorsOf } from '../errors/errors'
import { samplingChange, samplingSettings } from '../settings/sampling'
import { savedServer, serverFacts, serverKeyCharacters, serverNameCharacters, serverStatus, serverUrlCharacters } from './servers'

const nothing = z.object({})
const one = z.object({ id: z.string() })
const storeErrors = errorsOf('disk-full', 'store-failed')
const findErrors = errorsOf('server-not-saved')
const askErrors = errorsOf(...inferenceServerCodes)

/** undefined: the key that is saved for `id`. */
const key = z.string().max(serverKeyCharacters).nullable().optional()
const url = z.string().max(serverUrlCharacters)

export const serverContract = {
  list: oc.output(z.array(savedServer)),
  /** Asks the server what it is. Saves nothing. */
  check: oc
    .errors({ ...askErrors, ...findErrors })
    .input(z.object({ id: z.string().optional(), url, key }))
    .output(serverFacts),
  /** Replaces the server with the same id or the same address. */
  save: oc
    .errors({ ...storeErrors, ...findErrors, ...errorsOf('server-address-invalid', 'server-key-unusable') })
    .input(z.object({ id: z.string().optional(), name: z.string().max(serverNameCharacters), url, key }))
    .output(savedServer),
  remove: oc
    .errors({ ...storeErrors, ...findErrors })
    .input(one)
    .output(nothing),
  /** The server's model takes the place of the loaded model. */
  connect: oc
    .errors({ ...askErrors, ...findErrors, ...errorsOf('compare-busy', 'engine-start-failed') })
    .input(one.extend({ model: z.string().min(1) }))
    .output(nothing),
  disconnect: oc.output(nothing),
  /** The status of the connected server. */
  status: oc.errors({ ...askErrors, ...errorsOf('no-model-loaded') }).output(serverStatus),
  settings: oc
    .errors(findErrors)
    .input(one)
    .output(z.object({ sampling: samplingSettings, defaults: samplingSettings })),
  changeSampling: oc
    .errors({ ...storeErrors, ...findErrors, ...errorsOf('schema-refused', 'grammar-invalid', 'server-lacks-feature') })
    .input(one.extend({ change: samplingChange }))
    .output(nothing),
}
