import type { DraftBill } from '../contract/models/draft'
import type { Refusal } from '../kv/cache-plan'
import { planCache } from '../kv/plan-cache'
import { computeBytes } from '../plan/parts/compute-buffer'
import type { PlanSubject } from '../plan/plan-subject'
import { type DraftedContext, draftSettings } from './draft-settings'

export function draftBillOf(subject: PlanSubject, context: DraftedContext): { readonly bill: DraftBill; readonly refused: Refusal | null } {
  const settings = draftSettings(context)
  const plan = planCache(subject.shape, settings)
  return {
    bill: {
      weightBytes: subject.weights?.totalBytes ?? 0,
      cacheBytes: plan.refused ? 0 : plan.totalCacheBytes,
      computeBytes: plan.refused || !subject.compute ? 0 : computeBytes(subject.compute, settings, plan),
    },
    refused: plan.refused,
  }
}

export const draftTotalBytes = ({ weightBytes, cacheBytes, computeBytes: compute }: DraftBill): number => weightBytes + cacheBytes + compute
