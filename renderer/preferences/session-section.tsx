import { useEffect, useState } from 'react'
import { type SessionBudget, sessionBudgets } from '../../core/contract/app/preference-values'
import type { SessionUsage } from '../../core/contract/cache/sessions'
import type { Sentence } from '../../core/copy/failures'
import { formatBytes, formatCount } from '../../core/text/amounts'
import { appStore } from '../client/app-store'
import { sentenceFor } from '../client/failures'
import { useApp } from '../client/use-app'
import { Alert } from '../ui/alert'
import { Button } from '../ui/controls/button'
import { Choice } from '../ui/controls/choice'
import { Question } from '../ui/question'
import { setPreferences, usePreferences } from '../window/preference-store'
import { PreferenceGroup, PreferenceRow } from './preference-row'

export function SessionSection() {
  const budget = usePreferences(({ sessionGibibytes }) => sessionGibibytes)
  const { usage, read } = useUsage()
  const [isAsking, setAsking] = useState(false)
  const [trouble, setTrouble] = useState<Sentence>()
  const removeAll = async () => {
    setAsking(false)
    try {
      await appStore.getState().host?.sessions.removeAll()
    } catch (error) {
      setTrouble(sentenceFor(error))
    }
    read()
  }
  return (
    <PreferenceGroup title="Saved caches">
      {trouble && <Alert tone="danger" sentence={trouble} onDismiss={() => setTrouble(undefined)} />}
      <PreferenceRow
        name="Room on the disk"
        note="A conversation’s cache is saved when another one takes its place and when Headroom is closed, so that it goes on without processing its prompt again. What was used longest ago goes first."
      >
        <span className="block w-56">
          <Choice
            label="Room for saved caches"
            value={String(budget)}
            options={sessionBudgets.map((value) => ({ value: String(value), label: budgetText(value) }))}
            onChange={(next) => void setPreferences({ sessionGibibytes: Number(next) as SessionBudget })}
          />
        </span>
      </PreferenceRow>
      <PreferenceRow name="In use" note="Private conversations have none.">
        <span className="flex flex-wrap items-center gap-3">
          <span data-testid="session-usage">{usage ? usageText(usage) : '…'}</span>
          <Button disabled={!usage || usage.bytes === 0} onClick={() => setAsking(true)}>
            Remove all
          </Button>
        </span>
      </PreferenceRow>
      <Question
        isOpen={isAsking}
        title="Remove all saved caches?"
        text="No message is lost. Each conversation processes its prompt again when it goes on."
        no="Keep them"
        yes="Remove all"
        look="primary"
        onNo={() => setAsking(false)}
        onYes={() => void removeAll()}
      />
    </PreferenceGroup>
  )
}

const budgetText = (gibibytes: SessionBudget): string => (gibibytes === 0 ? 'None: save no caches' : `${gibibytes} GiB`)

function usageText({ bytes, sessions, setAside }: SessionUsage): string {
  const damaged = setAside === 0 ? '' : ` · ${formatCount(setAside)} damaged, set aside`
  return `${formatBytes(bytes)} · ${formatCount(sessions)} ${sessions === 1 ? 'cache' : 'caches'}${damaged}`
}

/** Reads again after every event, because saving or removing a cache causes one. */
function useUsage(): { readonly usage: SessionUsage | undefined; readonly read: () => void } {
  const host = useApp((state) => state.host)
  const events = useApp((state) => state.app?.revisions.events)
  const [usage, setUsage] = useState<SessionUsage>()
  const read = () => void host?.sessions.usage().then(setUsage, (error: unknown) => console.warn('saved caches', error))
  useEffect(read, [host, events])
  return { usage, read }
}
