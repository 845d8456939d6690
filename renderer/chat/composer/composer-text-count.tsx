import type { OverflowPolicy } from '../../../core/contract/settings/overflow'
import { copy } from '../../../core/copy/copy'
import { formatCount } from '../../../core/text/amounts'
import { Explained } from '../../ui/explained'
import type { TokenCount } from './use-token-count'

export interface ComposerTextCountProps {
  readonly counted: TokenCount
  /** Tokens of the conversation before the composer text; undefined while unknown. */
  readonly usedTokens: number | undefined
  readonly contextTokens: number
  readonly policy: OverflowPolicy
}

export function ComposerTextCount({ counted, usedTokens, contextTokens, policy }: ComposerTextCountProps) {
  if (counted.share < 1) return <span className="text-faint">counting, {Math.floor(counted.share * 100)} %</span>
  const left = usedTokens === undefined ? undefined : contextTokens - usedTokens - counted.tokens
  const isTooLong = left !== undefined && left < 0
  const room = copy.overflow.makesRoom[policy]
  return (
    <Explained
      by={`Your message alone. Of the ${formatCount(contextTokens)} tokens of the context ${usedTokens === undefined ? 'an unknown number' : formatCount(usedTokens)} are taken by the conversation; the chat template adds a few for each message.`}
      className={isTooLong && room === null ? 'text-danger' : 'text-faint'}
    >
      {formatCount(counted.tokens)} {counted.tokens === 1 ? 'token' : 'tokens'}
      {left !== undefined &&
        (isTooLong ? `, ${room ?? `${formatCount(-left)} too many`}` : `, ${formatCount(left)} of ${formatCount(contextTokens)} left`)}
    </Explained>
  )
}
