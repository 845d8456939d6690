/**
 * A step evaluates one token, or one token and a draft, in one batch. If steps with drafts are slower, drafting is switched off for the
 * rest of the answer.
 */

/** Steps without a draft before the first one. The time of the first step does not count. */
const calibrationSteps = 5
const firstDraft = 4
const longestDraft = 16
const shortestDraft = 2
/** Steps before drafting can be switched off. */
const leastSteps = 8
/** Decay per step: about the last 20 steps count. */
const memory = 0.95
const newest = 0.2

export interface SpeculationFigures {
  readonly drafted: number
  readonly accepted: number
  readonly drafts: number
  readonly speedUp: number | null
  readonly switchedOff: boolean
}

export class SpeculationMeter {
  private plainSteps = 0
  private plainMs = 0
  private steps = 0
  private drafted = 0
  private drafts = 0
  private accepted = 0
  private recentPlainMs = 0
  private recentMs = 0
  private allPlainMs = 0
  private allMs = 0
  private length = firstDraft
  private isOff = false

  constructor(private readonly draftMax = longestDraft) {}

  get mostTokens(): number {
    return this.isOff || this.plainSteps < calibrationSteps ? 0 : Math.min(this.length, this.draftMax)
  }

  plain(ms: number): void {
    this.plainSteps++
    if (this.plainSteps === 1) return
    this.plainMs = this.plainMs === 0 ? ms : this.plainMs + (ms - this.plainMs) * newest
  }

  /** `ms` includes drafting. Returns true once drafting is off. */
  step(drafted: number, accepted: number, ms: number): boolean {
    const plainMs = (accepted + 1) * this.plainMs
    this.steps++
    this.drafted += drafted
    this.accepted += accepted
    this.allPlainMs += plainMs
    this.allMs += ms
    this.recentPlainMs = this.recentPlainMs * memory + plainMs
    this.recentMs = this.recentMs * memory + ms
    if (drafted > 0) {
      this.drafts++
      this.length = this.lengthAfter(drafted, accepted)
    }
    this.isOff = this.steps >= leastSteps && this.recentPlainMs < this.recentMs
    return this.isOff
  }

  private lengthAfter(drafted: number, accepted: number): number {
    if (accepted < drafted) return Math.max(shortestDraft, accepted + 1)
    return drafted < this.mostTokens ? this.length : Math.min(this.draftMax, this.length * 2)
  }

  get figures(): SpeculationFigures {
    const speedUp = this.steps >= leastSteps && this.allMs > 0 ? this.allPlainMs / this.allMs : null
    return { drafted: this.drafted, accepted: this.accepted, drafts: this.drafts, speedUp, switchedOff: this.isOff }
  }
}
