import { oc } from '@orpc/contract'
import { z } from 'zod'
import { errorsOf } from '../errors/errors'
import { preset, presetName, presetSettings } from '../settings/presets'
import { exportedFile } from '../wire/exported-file'
import { presetFileCharacters } from '../wire/text-limits'

const nothing = z.object({})
const storeErrors = errorsOf('disk-full', 'store-failed')

export const presetContract = {
  /** Sorted by name. */
  list: oc.errors(errorsOf('store-failed')).output(z.array(preset)),
  save: oc
    .errors({ ...storeErrors, ...errorsOf('preset-name-taken') })
    .input(z.object({ name: presetName, settings: presetSettings }))
    .output(preset),
  /** Renames a preset, or replaces its settings. */
  change: oc
    .errors({ ...storeErrors, ...errorsOf('preset-not-found', 'preset-name-taken') })
    .input(z.object({ presetId: z.string(), name: presetName.optional(), settings: presetSettings.optional() }))
    .output(preset),
  /** The preset that the model used last, even if its settings were changed since. null if it used none, or the preset was deleted. */
  used: oc
    .errors(errorsOf('store-failed'))
    .input(z.object({ modelId: z.string() }))
    .output(z.object({ presetId: z.string().nullable() })),
  /** Remembers the preset, and changes no settings. */
  use: oc
    .errors({ ...storeErrors, ...errorsOf('preset-not-found') })
    .input(z.object({ modelId: z.string(), presetId: z.string() }))
    .output(nothing),
  remove: oc
    .errors(storeErrors)
    .input(z.object({ presetId: z.string() }))
    .output(nothing),
  export: oc
    .errors(errorsOf('preset-not-found', 'store-failed'))
    .input(z.object({ presetId: z.string() }))
    .output(exportedFile),
  import: oc
    .errors({ ...storeErrors, ...errorsOf('preset-refused') })
    .input(z.object({ fileName: z.string().max(1000), text: z.string().max(presetFileCharacters) }))
    .output(preset),
}
