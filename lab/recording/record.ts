import { randomUUID } from 'node:crypto'
import { setImmediate as breath } from 'node:timers/promises'
import { coded } from '../../core/contract/errors/coded-error'
import type { AttentionPattern, LabWork, RecordedHead, RecordedLook, Recording } from '../../core/contract/lab/lab'
import type { LabQuestions } from '../../core/lab/lab-process'
import { policyNamed } from '../../core/lab/policies/all'
import { promptChunkTokens, recordingLimits } from '../../core/lab/recording/limits'
import { splitQuestion } from '../../core/lab/recording/split-question'
import { checkBudget } from '../../core/lab/selection/policy'
import { onlineAttention } from '../attention/online'
import { ContiguousCache } from '../cache/contiguous-cache'
import { type GeometryOf, measureGeometry } from '../eviction/measure-geometry'
import { reconstruct } from '../eviction/reconstruct'
import { forward } from '../forward/forward'
import { cacheShapeFor, positionsFrom } from '../forward/lab-session'
import type { LabModel } from '../model/model'
import { tokensOfParts } from '../tasks/prompts'
import { asPrompt, calibration } from '../texts/heldout'
import { type LaneRecord, patternOf } from './lane-record'
import { type LookSources, lookAt } from './look'
import { compressedBy, type LaneText, recordLane } from './record-lane'

/** With the fault `keeps-old-cells`, this conversation stays in the cache. */
const oldConversation = `${asPrompt('My name is Marta. Tell me a tiny story.')}Sara was a teacher who loved the mountain. On a cold evening she found a yellow mirror by the path.<|im_end|>\n`
const calibrationTokens = 512

export interface Recorded {
  readonly recording: Recording
  readonly lanes: readonly [LaneRecord, LaneRecord]
  readonly sources: LookSources
}

/** Throws `lab-budget-too-small` or `lab-text-too-long` before it computes anything. */
export async function record(
  model: LabModel,
  { question, lanes, mode, budgetTokens, answerTokens }: LabQuestions['record'],
  report: (share: number, work: LabWork) => void,
): Promise<Recorded> {
  const parts = splitQuestion(question)
  const text: LaneText = {
    old: model.tokenizer.encode(oldConversation).subarray(0, recordingLimits.oldTokens),
    ...tokensOfParts(model.tokenizer, parts.context, parts.question),
    answerTokens,
  }
  const promptTokens = text.context.length + text.question.length
  const most = Math.min(recordingLimits.promptTokens, model.contextTokens - answerTokens)
  if (promptTokens > most) throw coded('lab-text-too-long', { textTokens: promptTokens, contextTokens: most })
  for (const { policy } of lanes) checkBudget(policyNamed(policy), budgetTokens)
  report(0, { kind: 'head-geometry' })
  await breath()
  const geometry = geometryOf(model)
  const stepsOf = ({ length }: Int32Array) => Math.ceil(length / promptChunkTokens)
  const stepsPerLane = stepsOf(text.context) + stepsOf(text.question) + answerTokens
  const lane = (which: 0 | 1) => {
    let done = which * stepsPerLane
    return recordLane(model, lanes[which], { budgetTokens, mode, geometry }, text, async () => {
      report(done++ / (2 * stepsPerLane), { kind: 'policy', policy: lanes[which].policy, budgetTokens: null })
      await breath()
    })
  }
  const records: [LaneRecord, LaneRecord] = [await lane(0), await lane(1)]
  const { layers, queryHeads, kvHeads, headDim } = model.shape
  const recording: Recording = {
    id: randomUUID(),
    model: { name: model.name, layers, queryHeads, kvHeads, headDim },
    bytesPerCell: 2 * headDim * Float32Array.BYTES_PER_ELEMENT,
    budgetTokens,
    mode,
    lanes: [records[0].lane, records[1].lane],
  }
  let reconstruction: readonly Float64Array[] | undefined
  const sources: LookSources = {
    geometry,
    reconstruction: () => {
      reconstruction ??= reconstructionOf(model, compressedBy(mode, text))
      return reconstruction
    },
  }
  return { recording, lanes: records, sources }
}

function reconstructionOf(model: LabModel, prompt: Int32Array): readonly Float64Array[] {
  const cache = new ContiguousCache(cacheShapeFor(model, prompt.length))
  const step = { sequence: 0, tokens: prompt, positions: positionsFrom(0, prompt.length) }
  forward(model, cache, [step], { attend: onlineAttention(), logits: 'last' })
  return reconstruct(model, cache, prompt)
}

const measured = new WeakMap<LabModel, GeometryOf>()
/** Measured once per model, because it takes longer than a short recording. */
function geometryOf(model: LabModel): GeometryOf {
  const geometry = measured.get(model) ?? measureGeometry(model, model.tokenizer.encode(calibration).subarray(0, calibrationTokens))
  measured.set(model, geometry)
  return geometry
}

/** Throws `lab-recording-gone`, even if only the head is missing. */
function laneOf(recorded: Recorded | undefined, { recordingId, lane, layer, queryHead }: RecordedHead): LaneRecord {
  const record = recorded?.recording.id === recordingId ? recorded.lanes[lane] : undefined
  if (!record || layer >= record.shape.layers || queryHead >= record.shape.queryHeads) throw coded('lab-recording-gone', {})
  return record
}

/** Throws `lab-recording-gone`. */
export function attentionIn(recorded: Recorded | undefined, asked: RecordedHead): AttentionPattern {
  const { rows, weights } = patternOf(laneOf(recorded, asked), asked.layer, asked.queryHead)
  return { rows, columns: rows, weights: Buffer.from(weights).toString('base64') }
}

/** Throws `lab-recording-gone`. */
export function lookIn(recorded: Recorded | undefined, asked: RecordedHead & { readonly step: number }): RecordedLook {
  const record = laneOf(recorded, asked)
  return lookAt(record, (recorded as Recorded).sources, asked.layer, asked.queryHead, asked.step)
}
