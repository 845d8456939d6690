import type { ReuseReport } from '../contract/cache/reuse'

export type ReuseAdvice =
  | 'more-checkpoints'
  | 'more-checkpoint-memory'
  | 'no-clock-in-system-prompt'
  | 'no-clock-in-template'
  | 'custom-template'
  | 'keep-reasoning'
  | 'more-sequences'

const noticedMs = 400

export function reuseAdvice({ cause, heldBack, divergence, repeatedTokens }: ReuseReport): ReuseAdvice | null {
  if (repeatedTokens === 0) return null
  if (heldBack === 'sliding-window') return 'more-checkpoints'
  if (heldBack === 'recurrent-state') return 'more-checkpoint-memory'
  switch (cause) {
    case 'system-prompt-changed':
      return divergence?.clock ? 'no-clock-in-system-prompt' : null
    case 'template':
      return divergence?.clock ? 'no-clock-in-template' : 'custom-template'
    case 'reasoning-dropped':
      return 'keep-reasoning'
    case 'other-conversation':
      return 'more-sequences'
    default:
      return null
  }
}

export const noticedAdvice = (report: ReuseReport): ReuseAdvice | null =>
  report.repeatedMs !== null && report.repeatedMs >= noticedMs ? reuseAdvice(report) : null
