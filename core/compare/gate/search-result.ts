import type { CompareRun, TypeSearch } from '../../contract/compare/compare-runs'
import { localSettings } from '../on-server'
import { cheapestFinding, gateFindings } from './judge-run'

/** Returns null if the run is not a search, or if its reference was not measured. */
export function searchResult({ id, startedAt, endedAt, plan, results }: CompareRun): Omit<TypeSearch, 'isCurrent'> | null {
  const reference = localSettings(plan?.variants[0])
  const measured = results.find(({ variant, result }) => variant === 0 && result !== null)?.result
  if (!plan?.gate?.isSearch || !reference || !measured?.context) return null
  const findings = gateFindings({ plan, results })
  const best = cheapestFinding(findings)
  const settings = best && localSettings(plan.variants[best.variant])
  return {
    runId: id,
    at: endedAt ?? startedAt,
    limits: { maxNats: plan.gate.maxNats, maxRecallLoss: plan.gate.maxRecallLoss },
    reference,
    referenceBytes: measured.context.allocatedBytes,
    cheapest: best && settings ? { settings, cacheBytes: best.cacheBytes } : null,
    isUnclear: findings.some(({ answer }) => answer === 'unclear'),
    measured: findings.length,
  }
}
