import type { PlanSubject } from '../../plan/plan-subject'
import { readFleet } from '../file/read-fleet'
import { planFleet } from '../plan-fleet'
import type { FleetPlan } from '../types/fleet-plan'

/** Plans a fleet file without `version`. */
export function planned(subject: PlanSubject, file: object): FleetPlan {
  const plan = planFleet(subject, readFleet('fleet.json', JSON.stringify({ version: 1, ...file }), subject))
  if (!plan) throw new Error('Expected a model with known weights')
  return plan
}
