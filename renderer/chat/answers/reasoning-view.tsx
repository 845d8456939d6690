import { Collapsible } from '@base-ui/react/collapsible'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { MessagePart } from '../../../core/contract/chat/message-parts'
import { copy } from '../../../core/copy/copy'
import { useApp } from '../../client/use-app'
import { Button } from '../../ui/controls/button'
import { Explained } from '../../ui/explained'
import { endReasoning } from '../conversation/conversation-store'
import { Markdown } from '../markdown/markdown'
import { useBytesPerToken } from '../turn/use-bytes-per-token'

export interface ReasoningViewProps {
  readonly part: Extract<MessagePart, { type: 'reasoning' }>
  readonly text: string
  /** Set while the model is writing this part. */
  readonly growingTurnId: string | null
}

/** Open while the model is thinking, then folded, unless the user has opened or folded it. */
export function ReasoningView({ part, text, growingTurnId }: ReasoningViewProps) {
  const [chosen, setChosen] = useState<boolean>()
  const isGrowing = growingTurnId !== null
  const isOpen = chosen ?? isGrowing
  // A server's answer is one request, which cannot be changed once it was sent.
  const canEnd = useApp(({ app }) => app?.model.status !== 'server')
  const texts = copy.chat.reasoning
  return (
    <Collapsible.Root open={isOpen} onOpenChange={setChosen} className="mb-3 rounded-lg border border-line">
      <div className="flex min-h-8 flex-wrap items-center gap-x-2 px-1.5 text-[12px] text-faint">
        <Collapsible.Trigger className="flex min-w-0 items-center gap-1 rounded px-1 py-0.5 font-medium text-soft hover:text-ink">
          <ChevronRight size={14} aria-hidden className={`shrink-0 ${isOpen ? 'rotate-90' : ''}`} />
          {isGrowing ? texts.thinking : texts.title}
        </Collapsible.Trigger>
        <Cost part={part} isGrowing={isGrowing} />
        {isGrowing && canEnd && (
          <Button look="quiet" className="ml-auto h-7 px-2 text-[12px]" onClick={() => void endReasoning(growingTurnId)}>
            {texts.answerNow}
          </Button>
        )}
      </div>
      <Collapsible.Panel className="border-line border-t px-3 py-2 text-soft">
        <Markdown text={text} isGrowing={isGrowing} />
      </Collapsible.Panel>
    </Collapsible.Root>
  )
}

/** Screen readers do not read the numbers while they change. */
function Cost({ part: { tokens, ms }, isGrowing }: Pick<ReasoningViewProps, 'part'> & { readonly isGrowing: boolean }) {
  const perToken = useBytesPerToken()
  const texts = copy.chat.reasoning
  if (tokens === 0) return null
  return (
    <span aria-hidden={isGrowing}>
      <Explained by={texts.costMeaning}>{texts.cost(tokens, ms, perToken === null ? null : tokens * perToken)}</Explained>
    </span>
  )
}
