import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { inferenceServerCodes } from '../errors/error-groups'
import { errorsOf } from '../errors/errors'
import { kvSettings } from '../settings/kv-settings'
import { exportedFile } from '../wire/exported-file'
import { everyMs, streamId } from '../wire/streams'
import { compareTitleCharacters, importedFileBytes } from './compare-limits'
import {
  bundledText,
  comparePlan,
  compareProgress,
  compareRun,
  compareRunSummary,
  exportFormat,
  measuredPair,
  planCheck,
  tuneRequest,
  tuning,
  typeSearch,
} from './compare-runs'

const nothing = z.object({})
const runErrors = errorsOf('compare-run-not-found', 'store-failed', 'disk-full')
const startErrors = {
  ...errorsOf('model-not-found', 'compare-plan-refused', 'compare-busy', 'conversation-busy', 'store-failed', 'disk-full'),
  ...errorsOf('server-not-saved', ...inferenceServerCodes),
}
const run = z.object({ runId: z.string() })

export const compareContract = {
  texts: oc.output(z.array(bundledText)),
  check: oc.errors(errorsOf('model-not-found', 'compare-plan-refused')).input(comparePlan).output(planCheck),
  /** Unloads the chat's model until the run ends. Asks the servers of the plan what they are. */
  start: oc.errors(startErrors).input(comparePlan).output(run),
  /** Tunes threads, flash attention, batch and GPU layers. */
  tune: oc.errors(startErrors).input(tuneRequest).output(run),
  tuning: oc
    .errors(errorsOf('store-failed'))
    .input(z.object({ modelId: z.string() }))
    .output(tuning.nullable()),
  typeSearch: oc
    .errors(errorsOf('model-not-found', 'store-failed'))
    .input(z.object({ modelId: z.string() }))
    .output(typeSearch.nullable()),
  /** Returns the last run of this model file that measured `settings` against `reference`. */
  measuredPair: oc
    .errors(errorsOf('model-not-found', 'store-failed'))
    .input(z.object({ modelId: z.string(), reference: kvSettings, settings: kvSettings }))
    .output(measuredPair.nullable()),
  /** Tuning cannot be paused. */
  pause: oc.errors(errorsOf('compare-run-not-found')).input(run).output(nothing),
  /** A tuning run starts again from the beginning. */
  resume: oc
    .errors({ ...startErrors, ...errorsOf('compare-run-not-found') })
    .input(run)
    .output(nothing),
  cancel: oc.errors(errorsOf('compare-run-not-found')).input(run).output(nothing),
  follow: oc.input(z.object({ streamId, everyMs })).output(eventIterator(compareProgress.nullable())),
  list: oc.errors(errorsOf('store-failed')).output(z.array(compareRunSummary)),
  read: oc.errors(runErrors).input(run).output(compareRun),
  rename: oc
    .errors(runErrors)
    .input(run.extend({ title: z.string().max(compareTitleCharacters) }))
    .output(nothing),
  remove: oc
    .errors({ ...runErrors, ...errorsOf('compare-busy') })
    .input(run)
    .output(nothing),
  /** In CSV and JSON, one row per speed test and setting, with llama-bench's columns first. */
  export: oc
    .errors(runErrors)
    .input(z.object({ runIds: z.array(z.string()).min(1), format: exportFormat }))
    .output(exportedFile),
  /** Accepts llama-bench's CSV, JSON and JSONL, and Headroom's exports. */
  import: oc
    .errors(errorsOf('compare-import-refused', 'store-failed', 'disk-full'))
    .input(z.object({ name: z.string().max(1000), text: z.string().max(importedFileBytes) }))
    .output(run.extend({ isOwnRun: z.boolean() })),
}
