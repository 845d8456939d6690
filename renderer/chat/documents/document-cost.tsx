import { copy } from '../../../core/copy/copy'
import { useApp } from '../../client/use-app'
import { Explained } from '../../ui/explained'
import { usePreferences } from '../../window/preference-store'
import { useBytesPerToken } from '../turn/use-bytes-per-token'

export interface DocumentCostProps {
  readonly tokens: number
  /** The length that the plain view shows. undefined for a document with pages. */
  readonly characters: number | undefined
}

export function DocumentCost({ tokens, characters }: DocumentCostProps) {
  const details = usePreferences((values) => values.details)
  return details ? <Tokens tokens={tokens} /> : <Share tokens={tokens} characters={characters} />
}

function Tokens({ tokens }: Pick<DocumentCostProps, 'tokens'>) {
  const perToken = useBytesPerToken()
  const texts = copy.chat.documents
  return <Explained by={texts.costMeaning}>{texts.cost(tokens, perToken === null ? null : tokens * perToken)}</Explained>
}

function Share({ tokens, characters }: DocumentCostProps) {
  const contextTokens = useApp(({ app }) => (app?.model.status === 'ready' ? app.model.context.contextTokens : 0))
  const texts = copy.chat.documents
  const length = characters === undefined ? undefined : texts.length(characters)
  if (contextTokens === 0) return length
  return (
    <>
      {length && `${length} · `}
      <Explained by={texts.shareMeaning}>{texts.share(tokens / contextTokens)}</Explained>
    </>
  )
}
