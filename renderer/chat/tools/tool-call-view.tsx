import type { OpenCall } from '../../../core/contract/chat/conversation-tools'
import { copy } from '../../../core/copy/copy'
import type { CallPart } from '../../../core/tools/calls-in'
import { useApp } from '../../client/use-app'
import { Button } from '../../ui/controls/button'
import { FoldedText } from './folded-text'
import { decide } from './tools-store'

export interface ToolCallViewProps {
  readonly part: CallPart
  readonly answerId: string
  readonly isGrowing: boolean
}

/** Open while the user decides, so that the arguments can be read. */
export function ToolCallView({ part, answerId, isGrowing }: ToolCallViewProps) {
  const call = useApp(({ app }) => app?.toolCalls.find((one) => one.answerId === answerId && one.partId === part.id))
  const texts = copy.chat.tools.call
  const isAsking = call?.state === 'asking'
  return (
    <FoldedText
      title={texts.name(part.name)}
      label={texts.argumentsLabel}
      text={pretty(part.arguments)}
      isOpenAtFirst={isAsking}
      note={
        <>
          {call && call.server !== '' && <span>{texts.by(call.server)}</span>}
          <span role="status">{isGrowing ? texts.writing : call ? texts[call.state] : ''}</span>
        </>
      }
    >
      {isAsking && <Decision call={call} />}
    </FoldedText>
  )
}

function Decision({ call: { callId } }: { readonly call: OpenCall }) {
  const texts = copy.chat.tools.call
  return (
    <div className="flex flex-wrap gap-2 border-line border-t px-3 py-2">
      <Button look="primary" onClick={() => void decide(callId, 'allow')}>
        {texts.allow}
      </Button>
      <Button onClick={() => void decide(callId, 'always')}>{texts.always}</Button>
      <Button onClick={() => void decide(callId, 'refuse')}>{texts.refuse}</Button>
    </div>
  )
}

function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}
