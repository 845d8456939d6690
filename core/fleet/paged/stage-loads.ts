/**
 * Links of tensor parallelism: two all-reduces per layer and one for the embedding, of which a ring moves 2 (n - 1) / n of the bytes past
 * each device. Pipeline: hidden states and residual. Experts over several replicas: each token goes once to each rank that has one of its
 * experts, and back.
 *
 * Source: `RowParallelLinear` in vllm/model_executor/layers/linear.py, `make_empty_intermediate_tensors` in models/utils.py, vLLM 0.32.0.
 */
import type { StageLoad, Transfer } from '../bounds/stage-load'
import type { FleetModel, ModelLayer } from '../model/fleet-model'
import type { HostGroup, Link } from '../types/fleet'
import type { Piece } from '../types/fleet-plan'
import type { LayerRange } from './partition'
import { type Division, rankBytes } from './rank-bytes'

const activationBytes = 2
/** To experts, an engine may send fp8. */
const sentBytes = 1

export interface LoadQuestion {
  readonly model: FleetModel
  readonly ranges: readonly LayerRange[]
  readonly stages: readonly (readonly Piece[])[]
  readonly division: Division
  /** Replicas that share experts. */
  readonly expertReplicas: number
  readonly tokenBytesOf: (layer: number) => number
}

export const stageLoads = (question: LoadQuestion): StageLoad[] =>
  question.stages.flatMap((pieces, stage) => loadOf(question, pieces, stage))

function loadOf(question: LoadQuestion, pieces: readonly Piece[], stage: number): StageLoad[] {
  const { model, ranges, division } = question
  const range = ranges[stage]
  const slowest = pieces.map(({ host }) => host).reduce<HostGroup | null>(slower, null)
  if (!range || !slowest) return []
  const bytes = rankBytes(model, range, division)
  const { tensorParallel } = division
  const layers = model.layers.slice(range.first, range.end)
  const isFirst = stage === 0
  const isLast = stage === ranges.length - 1
  const lookups = isFirst && !(isLast && model.weights.sharedOutputBytes > 0) ? model.weights.inputBytes / tensorParallel : 0
  return [
    {
      device: slowest.device,
      weightBytes: Math.max(0, bytes.weights - lookups),
      expertBytes: bytes.experts,
      expertShare: model.experts > 0 ? model.expertsUsed / model.experts : 0,
      expertReplicas: question.expertReplicas,
      flopPerToken: layers.reduce((sum, { flop }) => sum + flop, 0) / tensorParallel,
      outputFlop: isLast ? model.outputFlop / tensorParallel : 0,
      caches: layers.flatMap(({ caches }, at) =>
        caches.map(({ windowTokens }) => ({
          windowTokens,
          bytesPerCell: question.tokenBytesOf(range.first + at),
          decodeFlopPerCell: model.decodeFlopPerCell / tensorParallel,
          prefillFlopPerCell: model.prefillFlopPerCell / tensorParallel,
        })),
      ),
      transfers: transfersOf(question, pieces, slowest, stage, layers),
    },
  ]
}

function slower(slowest: HostGroup | null, host: HostGroup): HostGroup {
  if (!slowest) return host
  return (host.device.bytesPerSecond ?? 0) < (slowest.device.bytesPerSecond ?? 0) ? host : slowest
}

function transfersOf(
  question: LoadQuestion,
  pieces: readonly Piece[],
  host: HostGroup,
  stage: number,
  layers: readonly ModelLayer[],
): Transfer[] {
  const { model, division, ranges, expertReplicas } = question
  const { tensorParallel } = division
  const vector = model.embeddingDim * activationBytes
  const transfers: Transfer[] = []
  if (tensorParallel > 1) {
    const hops = 2 * layers.length + (stage === 0 ? 1 : 0)
    const bytesPerToken = (hops * vector * 2 * (tensorParallel - 1)) / tensorParallel
    transfers.push({ bytesPerToken, hops, link: insideOf(pieces, host, tensorParallel) })
  }
  if (stage < ranges.length - 1)
    transfers.push({ bytesPerToken: (2 * vector) / tensorParallel, hops: 1, link: between(host, tensorParallel, stage) })
  if (division.expertRanks > 1 && expertReplicas > 1) {
    const others = (division.expertRanks - 1) * (1 - (1 - 1 / division.expertRanks) ** model.expertsUsed)
    const sparse = layers.filter(({ expertBytes }) => expertBytes > 0).length
    transfers.push({
      bytesPerToken: (sparse * others * model.embeddingDim * (sentBytes + activationBytes)) / tensorParallel,
      hops: 2 * sparse,
      link: expertReplicas * tensorParallel <= host.devicesPerHost ? host.link : host.network,
    })
  }
  return transfers
}

/** Ranks of one host use its link, if whole groups fit on a host. */
const insideOf = (pieces: readonly Piece[], { devicesPerHost, link, network }: HostGroup, tensorParallel: number): Link | null =>
  pieces.length === 1 && devicesPerHost % tensorParallel === 0 ? link : network

const between = ({ devicesPerHost, link, network }: HostGroup, tensorParallel: number, stage: number): Link | null =>
  Math.floor((stage * tensorParallel) / devicesPerHost) === Math.floor(((stage + 1) * tensorParallel) / devicesPerHost) ? link : network
