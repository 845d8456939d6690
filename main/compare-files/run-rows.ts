/** Each row of a setting repeats its quality and latency. A setting without a speed test has one row. */

import { isOnServer, localSettings } from '../../core/compare/on-server'
import { sharedCells } from '../../core/compare/shared-cell'
import { type ClientTurn, clientTurn } from '../../core/compare/statistics/client-turn'
import { goodputOf } from '../../core/compare/statistics/goodput'
import { type SchemaCounts, suiteFiguresOf } from '../../core/compare/suite/suite-figures'
import { variantNames } from '../../core/compare/variant-names'
import type { ContextReport } from '../../core/contract/cache/cache'
import type { CompareCell, CompareRun } from '../../core/contract/compare/compare-runs'
import type { CompareResult, CompareResultOf, GoodputLimits } from '../../core/contract/compare/compare-tasks'
import type { CompareVariant } from '../../core/contract/compare/compare-variants'
import { texts } from '../../core/copy/copy'
import { figureValue } from '../../core/remote/figure'
import { meanAndDeviation, percentilesOf } from '../../core/stats/percentile'
import { type Field, llamaBenchFields, type Row } from './llama-bench-columns'
import { clientFields, noLlamaBenchFields, serverFields } from './server-columns'

export function rowsOf(run: CompareRun): Row[] {
  if (run.kind === 'imported') return [...run.imported]
  const variants = run.plan?.variants ?? []
  const names = variantNames(variants, texts.en.compare.settingNames)
  const shared = sharedCells(run.results)
  return variants.flatMap((settings, variant) => {
    const setting: Setting = {
      settings,
      index: variant,
      name: names[variant] ?? '',
      shared: shared.find((cell) => cell.variant === variant),
    }
    const cells = run.results.filter((cell) => cell.variant === variant)
    const speedCells = cells.filter((cell) => cell.part === 'speed' || cell.part === 'tune')
    return speedCells.length > 0
      ? speedCells.map((cell) => rowOf(run, setting, cells, cell))
      : cells.length > 0
        ? [rowOf(run, setting, cells, null)]
        : []
  })
}

interface Setting {
  readonly settings: CompareVariant
  readonly index: number
  readonly name: string
  readonly shared: CompareCell | undefined
}

function rowOf(run: CompareRun, setting: Setting, cells: readonly CompareCell[], cell: CompareCell | null): Row {
  const { settings } = setting
  const speed = cell?.result?.kind === 'speed' ? cell.result : null
  const test = cell?.task.kind === 'speed' ? cell.task.test : null
  const any: CompareResult | null = speed ?? cells.find(({ result }) => result !== null)?.result ?? null
  return {
    ...(isOnServer(settings) ? noLlamaBenchFields(run) : llamaBenchFields(run, settings, test, speed, any?.threads ?? null)),
    ...runFields(run, setting),
    ...(run.plan?.variants.some(isOnServer) ? { ...serverFields(settings), ...clientFields(turnsOf(cells)) } : {}),
    ...(cell ? memoryOf(cell) : memoryOf(setting.shared)),
    samples_ns: speed ? JSON.stringify(speed.samplesNs.map(Math.round)) : null,
    ...gapFields('tg_itl', speed?.itlMs ?? []),
    ...latencyFields(cells, run.plan?.latency?.limits ?? null),
    ...qualityFields(resultsOf(cells, 'quality')[0]),
    ...recallFields(resultsOf(cells, 'passkey')[0]),
    ...suiteFields(run, setting.index),
    ...cachelessFields(resultsOf(cells, 'cacheless')[0]),
    failure: cell?.failure?.code ?? cells.find(({ failure }) => failure !== null)?.failure?.code ?? null,
  }
}

const memoryOf = (cell: CompareCell | undefined): Row => {
  const context = cell?.result?.context ?? null
  return memoryFields(context?.predictedBytes ?? cell?.predictedBytes ?? null, context)
}

const runFields = ({ id, headroomVersion, engine, title, model, plan }: CompareRun, { settings, index, name }: Setting): Row => ({
  headroom_version: headroomVersion,
  engine_version: engine ? `${engine.engine}, llama.cpp ${engine.release}` : null,
  run_id: id,
  run_title: title,
  setting: index,
  setting_name: name,
  model_name: model.name,
  threads_setting: localSettings(settings)?.threads ?? null,
  swa_full: isOnServer(settings) ? null : Number(settings.swaFullCache),
  special_tokens: plan?.quality ? Number(plan.quality.specialTokens ?? false) : null,
  reference_type_k: localSettings(plan?.variants[0])?.keyType ?? null,
  reference_type_v: localSettings(plan?.variants[0])?.valueType ?? null,
})

function memoryFields(predictedBytes: number | null, context: ContextReport | null): Row {
  const bytesOf = (recurrent: boolean) =>
    context
      ? context.caches
          .filter(({ kind }) => (kind === 'recurrent') === recurrent)
          .reduce((sum, { keyBytes, valueBytes }) => sum + keyBytes + valueBytes, 0)
      : null
  return {
    kv_bytes_predicted: predictedBytes,
    kv_bytes_allocated: context?.allocatedBytes ?? null,
    recurrent_bytes: bytesOf(true),
    context_tokens: context?.contextTokens ?? null,
    cells: context?.caches.find(({ kind }) => kind !== 'recurrent')?.cells ?? null,
    compute_bytes: context ? context.contextBytes.ram + context.contextBytes.vram - context.allocatedBytes : null,
    flash_attn_in_use: context ? Number(context.flashAttention) : null,
    attn_rot: context?.attentionRotation ? Number(context.attentionRotation.keys || context.attentionRotation.values) : null,
  }
}

function gapFields(prefix: 'tg_itl' | 'itl', gapsMs: readonly number[]): Row {
  const { p50 = null, p90 = null, p99 = null } = percentilesOf(gapsMs) ?? {}
  return { [`${prefix}_p50_ms`]: p50, [`${prefix}_p90_ms`]: p90, [`${prefix}_p99_ms`]: p99 }
}

const turnsOf = (cells: readonly CompareCell[]): ClientTurn[] =>
  cells.flatMap(({ part, result }) => (part === 'latency' ? (clientTurn(result) ?? []) : []))

function latencyFields(cells: readonly CompareCell[], limits: GoodputLimits | null): Row {
  const turns = turnsOf(cells)
  const measured = turns.map(({ figures, gapsMs }) => ({ ttftMs: figureValue(figures.ttftMs), itlMs: gapsMs }))
  const [ttfts, tpots] = [measured.map(({ ttftMs }) => ttftMs), turns.map(({ figures }) => figureValue(figures.tpotMs))]
  return {
    ttft_ms: mean(ttfts),
    ttft_stddev_ms: deviation(ttfts),
    ...gapFields(
      'itl',
      turns.flatMap(({ gapsMs }) => gapsMs),
    ),
    tpot_ms: mean(tpots),
    tpot_stddev_ms: deviation(tpots),
    goodput: limits && goodputOf(measured, limits).share,
  }
}

const qualityFields = (quality: CompareResultOf<'quality'> | undefined): Row => ({
  ppl: quality?.perplexity.value ?? null,
  ppl_error: quality?.perplexity.error ?? null,
  ppl_reference: quality?.referencePerplexity.value ?? null,
  ln_ppl_ratio: quality?.logPerplexityRatio.value ?? null,
  ln_ppl_ratio_error: quality?.logPerplexityRatio.error ?? null,
  kld_mean: quality?.divergence.mean ?? null,
  kld_mean_error: quality?.meanDivergence.error ?? null,
  kld_median: quality?.divergence.median ?? null,
  kld_p90: quality?.divergence.p90 ?? null,
  kld_p99: quality?.divergence.p99 ?? null,
  kld_p99_9: quality?.divergence.p999 ?? null,
  kld_max: quality?.divergence.max ?? null,
  kld_method: quality?.method.logits ?? null,
  kld_method_error: quality?.method.errorBound ?? null,
  kld_full_positions: quality?.method.fullPositions ?? null,
  kld_head_tokens: quality?.method.headTokens ?? null,
  top1_agreement: quality?.topAgreement.value ?? null,
  rms_delta_p: quality?.rmsProbabilityChange.value ?? null,
  scored_tokens: quality?.scoredTokens ?? null,
})

const recallFields = (passkey: CompareResultOf<'passkey'> | undefined): Row => ({
  passkey_found: passkey ? passkey.byDepth.reduce((sum, { found }) => sum + found, 0) : null,
  passkey_trials: passkey ? passkey.byDepth.reduce((sum, { trials }) => sum + trials, 0) : null,
})

function suiteFields({ results }: CompareRun, variant: number): Row {
  const { toolCalls, schemas, schemasWithGrammar } = suiteFiguresOf(results, variant)
  return {
    tool_prompts: toolCalls?.prompts ?? null,
    tool_right: toolCalls?.rightTool ?? null,
    tool_arguments_right: toolCalls?.rightArguments ?? null,
    tool_same_as_reference: toolCalls?.sameCall ?? null,
    ...schemaFields('json', schemas),
    ...schemaFields('json_grammar', schemasWithGrammar),
  }
}

const schemaFields = (prefix: 'json' | 'json_grammar', counts: SchemaCounts | null): Row => ({
  [`${prefix}_prompts`]: counts?.prompts ?? null,
  [`${prefix}_complete`]: counts?.complete ?? null,
  [`${prefix}_valid`]: counts?.valid ?? null,
  [`${prefix}_right`]: counts?.right ?? null,
})

const cachelessFields = (cacheless: CompareResultOf<'cacheless'> | undefined): Row => ({
  cache_speedup: cacheless ? sum(cacheless.withoutCacheMs) / sum(cacheless.withCacheMs) : null,
})

const resultsOf = <Kind extends CompareResult['kind']>(cells: readonly CompareCell[], kind: Kind): CompareResultOf<Kind>[] =>
  cells.flatMap(({ result }) => (result?.kind === kind ? [result as CompareResultOf<Kind>] : []))

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

function deviation(values: readonly (number | null)[]): Field {
  const known = values.filter((value) => value !== null)
  return known.length > 1 && known.length === values.length ? meanAndDeviation(known).deviation : null
}

/** Returns null if a value is missing. */
function mean(values: readonly (number | null)[]): Field {
  const known = values.filter((value) => value !== null)
  return known.length > 0 && known.length === values.length ? sum(known) / known.length : null
}
