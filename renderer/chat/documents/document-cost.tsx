import { copy } from '../../../core/copy/copy'
import { Explained } from '../../ui/explained'
import { useBytesPerToken } from '../turn/use-bytes-per-token'

export function DocumentCost({ tokens }: { readonly tokens: number }) {
  const perToken = useBytesPerToken()
  const texts = copy.chat.documents
  return <Explained by={texts.costMeaning}>{texts.cost(tokens, perToken === null ? null : tokens * perToken)}</Explained>
}
