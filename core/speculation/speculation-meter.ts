/**
 * Whether drafting is worth it, and how far: from what the tokens of this answer took with drafts and without.
 *
 * A step evaluates one token, or one and a draft behind it in the same batch. With the draft it takes longer, by what the draft itself took
 * too, and may give more tokens. A draft that came to nothing is a step that gave one token and took longer. Some tokens without drafts come first, so that there is something to compare with; where drafts turn out slower,
 * there are none for the rest of the answer. Pure: times are given to it.
 */

/** Tokens without drafts at the beginning of an answer. The first comes after a prompt and says nothing. */
const calibrationTokens = 5
const firstDraft = 4
const longestDraft = 16
const shortestDraft = 2
/** Steps with drafts before they are judged: the first are tries. */
const leastSteps = 8
/** Weight of what was before, at each step with a draft: about the last 20 count. */
const memory = 0.95
const newest = 0.2

export interface SpeculationFigures {
  readonly drafted: number
  readonly accepted: number
  /** Time that the tokens of steps with drafts would have taken without, divided by what they took; null: too few steps to judge. */
  readonly speedUp: number | null
  readonly switchedOff: boolean
}

export class SpeculationMeter {
  private plainTokens = 0
  private plainMs = 0
  private steps = 0
  private drafted = 0
  private accepted = 0
  private recentPlainMs = 0
  private recentMs = 0
  private allPlainMs = 0
  private allMs = 0
  private length = firstDraft
  private isOff = false

  /** `draftMax`: tokens that a draft may have at most. */
  constructor(private readonly draftMax = longestDraft) {}

  /** Tokens that the next draft may have; 0: none now. */
  get mostTokens(): number {
    return this.isOff || this.plainTokens < calibrationTokens ? 0 : Math.min(this.length, this.draftMax)
  }

  /** A step without a draft. */
  plain(ms: number): void {
    this.plainTokens++
    if (this.plainTokens === 1) return
    this.plainMs = this.plainMs === 0 ? ms : this.plainMs + (ms - this.plainMs) * newest
  }

  /** A step that was to have a draft, which has `drafted` tokens. `ms`: with the time that the draft took. Returns true when it is the one that made drafting end. */
  step(drafted: number, accepted: number, ms: number): boolean {
    const plainMs = (accepted + 1) * this.plainMs
    this.steps++
    this.drafted += drafted
    this.accepted += accepted
    this.allPlainMs += plainMs
    this.allMs += ms
    this.recentPlainMs = this.recentPlainMs * memory + plainMs
    this.recentMs = this.recentMs * memory + ms
    if (drafted > 0) this.length = this.lengthAfter(drafted, accepted)
    this.isOff = this.steps >= leastSteps && this.recentPlainMs < this.recentMs
    return this.isOff
  }

  /** Further where all was right; a draft that ended by itself before it was too long says nothing of how far to go. */
  private lengthAfter(drafted: number, accepted: number): number {
    if (accepted < drafted) return Math.max(shortestDraft, accepted + 1)
    return drafted < this.mostTokens ? this.length : Math.min(this.draftMax, this.length * 2)
  }

  get figures(): SpeculationFigures {
    const speedUp = this.steps >= leastSteps && this.allMs > 0 ? this.allPlainMs / this.allMs : null
    return { drafted: this.drafted, accepted: this.accepted, speedUp, switchedOff: this.isOff }
  }
}
