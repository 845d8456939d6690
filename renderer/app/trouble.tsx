import { useState } from 'react'
import type { AppState } from '../../core/contract/app/app-state'
import type { Failure } from '../../core/contract/errors/errors'
import type { ConnectedServer } from '../../core/contract/remote/servers'
import { copy } from '../../core/copy/copy'
import { describeNotice } from '../../core/copy/facts'
import { type Sentence, sentenceOf } from '../../core/copy/failures'
import { appStore } from '../client/app-store'
import { useApp } from '../client/use-app'
import { showTab } from '../models/library/library-store'
import { connect } from '../models/servers/server-store'
import { Alert, FailureAlert } from '../ui/alert'
import { Button } from '../ui/controls/button'
import { showPanel, showScreen } from '../window/window-store'

export function Trouble() {
  const app = useApp((state) => state.app)
  const away = useApp((state) => state.away)
  if (!app) return away?.code === 'link-outdated' ? <Away failure={away} /> : null
  const failed = app.model.status === 'failed' ? app.model : undefined
  if (!failed && app.notices.length === 0 && !app.storeTrouble && !away) return null
  return (
    <div className="flex max-h-[45%] shrink-0 flex-col gap-2 overflow-y-auto px-4 pt-3">
      {away && <Away failure={away} />}
      {app.storeTrouble && <FailureAlert failure={app.storeTrouble} />}
      {failed?.server ? (
        <ServerTrouble server={failed.server} failure={failed.failure} />
      ) : (
        failed && <ModelTrouble app={app} sentence={sentenceOf(failed.failure)} code={failed.failure.code} />
      )}
      {app.notices.map((notice) => (
        <Alert
          key={notice.id}
          tone={notice.code.endsWith('-interrupted') ? 'note' : 'warning'}
          sentence={{ what: describeNotice(notice), todo: '' }}
          onDismiss={() => void appStore.getState().host?.dismissNotice({ id: notice.id })}
        >
          {notice.report !== null && <CopyReport report={notice.report} />}
        </Alert>
      ))}
    </div>
  )
}

function Away({ failure }: { readonly failure: Failure }) {
  return <Alert tone="warning" sentence={failure.code === 'not-connected' ? copy.app.trouble.connectionLost : sentenceOf(failure)} />
}

function CopyReport({ report }: { readonly report: string }) {
  const [isCopied, setCopied] = useState(false)
  return (
    <Button onClick={() => void navigator.clipboard.writeText(report).then(() => setCopied(true))}>
      {isCopied ? copy.ui.copied : copy.app.trouble.copyReport}
    </Button>
  )
}

/** The connection is lost, but the server may still be running. */
function ServerTrouble({ server, failure }: { readonly server: ConnectedServer; readonly failure: Failure }) {
  const { what, todo } = sentenceOf(failure)
  const again = () => {
    showTab('servers')
    showScreen('models')
    void connect(server)
  }
  return (
    <Alert tone="danger" sentence={{ what, todo: failure.code === 'engine-gone' ? copy.servers.connect.goneTodo : todo }}>
      <Button look="primary" onClick={again}>
        {copy.servers.connect.connectTo(server.name)}
      </Button>
      <Button onClick={() => showScreen('models')}>{copy.app.trouble.otherModel}</Button>
    </Alert>
  )
}

function ModelTrouble({ app, sentence, code }: { readonly app: AppState; readonly sentence: Sentence; readonly code: string }) {
  const restart = (safeSettings: boolean) => void appStore.getState().host?.restartEngine({ safeSettings })
  const { engine } = app
  const engineGone = code === 'engine-gone' || code === 'engine-start-failed'
  const text = copy.app.trouble
  const often = engine.status === 'gone' && engine.deaths > 1 ? ` ${text.often(engine.deaths)}` : ''
  return (
    <Alert tone="danger" sentence={{ what: sentence.what + often, todo: sentence.todo }}>
      {engineGone ? (
        <>
          <Button look="primary" onClick={() => restart(false)}>
            {text.loadAgain}
          </Button>
          {engine.status === 'gone' && engine.offerSafeSettings && <Button onClick={() => restart(true)}>{text.loadSafely}</Button>}
        </>
      ) : (
        <Button onClick={() => restart(false)}>{text.tryAgain}</Button>
      )}
      <Button onClick={() => showPanel('settings')}>{text.settings}</Button>
      <Button onClick={() => showScreen('models')}>{text.otherModel}</Button>
    </Alert>
  )
}
