import type { OverflowPolicy } from '../../../core/contract/settings/overflow'
import { copy } from '../../../core/copy/copy'
import { Explained } from '../../ui/explained'
import type { TokenCount } from '../conversation/use-token-count'

export interface ComposerTextCountProps {
  readonly counted: TokenCount
  readonly usedTokens: number | undefined
  readonly contextTokens: number
  readonly policy: OverflowPolicy
}

export function ComposerTextCount({ counted, usedTokens, contextTokens, policy }: ComposerTextCountProps) {
  if (counted.share < 1) return <span className="text-faint">{copy.chat.composer.counting(counted.share)}</span>
  const left = usedTokens === undefined ? undefined : contextTokens - usedTokens - counted.tokens
  const isTooLong = left !== undefined && left < 0
  return (
    <Explained
      by={copy.chat.composer.countMeaning(usedTokens, contextTokens)}
      className={isTooLong && policy === 'stop' ? 'text-danger' : 'text-faint'}
    >
      {copy.chat.composer.count(counted.tokens, left, contextTokens, policy)}
    </Explained>
  )
}
