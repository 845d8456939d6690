import { useEffect, useState } from 'react'
import { type CopyBudget, copyBudgets, type SessionBudget, sessionBudgets } from '../../core/contract/app/preference-values'
import type { SessionUsage } from '../../core/contract/cache/sessions'
import { copy } from '../../core/copy/copy'
import { appStore } from '../client/app-store'
import { type ShownFailure, shownFailure } from '../client/failures'
import { useApp } from '../client/use-app'
import { FailureAlert } from '../ui/alert'
import { Button } from '../ui/controls/button'
import { Choice } from '../ui/controls/choice'
import { Question } from '../ui/question'
import { setPreferences, usePreferences } from '../window/preference-store'
import { PreferenceGroup, PreferenceRow } from './preference-row'

export function SessionSection() {
  const copies = usePreferences(({ copyGibibytes }) => copyGibibytes)
  const budget = usePreferences(({ sessionGibibytes }) => sessionGibibytes)
  const { usage, read } = useUsage()
  const text = copy.preferences.sessions
  const [isAsking, setAsking] = useState(false)
  const [trouble, setTrouble] = useState<ShownFailure>()
  const removeAll = async () => {
    setAsking(false)
    try {
      await appStore.getState().host?.sessions.removeAll()
    } catch (error) {
      setTrouble(shownFailure(error))
    }
    read()
  }
  return (
    <PreferenceGroup title={text.title}>
      {trouble && <FailureAlert failure={trouble} onDismiss={() => setTrouble(undefined)} />}
      <PreferenceRow name={text.copyLimit} note={text.copyLimitNote}>
        <span className="block w-56">
          <Choice
            label={text.copyLimitLabel}
            value={String(copies)}
            options={copyBudgets.map((value) => ({ value: String(value), label: text.copyLimitOption(value) }))}
            onChange={(next) => void setPreferences({ copyGibibytes: Number(next) as CopyBudget })}
          />
        </span>
      </PreferenceRow>
      <PreferenceRow name={text.limit} note={text.limitNote}>
        <span className="block w-56">
          <Choice
            label={text.limitLabel}
            value={String(budget)}
            options={sessionBudgets.map((value) => ({ value: String(value), label: text.limitOption(value) }))}
            onChange={(next) => void setPreferences({ sessionGibibytes: Number(next) as SessionBudget })}
          />
        </span>
      </PreferenceRow>
      <PreferenceRow name={text.inUse} note={text.inUseNote}>
        <span className="flex flex-wrap items-center gap-3">
          <span data-testid="session-usage">{usage ? text.usage(usage) : '…'}</span>
          <Button disabled={!usage || usage.bytes === 0} onClick={() => setAsking(true)}>
            {text.removeAll}
          </Button>
        </span>
      </PreferenceRow>
      <Question
        isOpen={isAsking}
        title={text.removeTitle}
        text={text.removeText}
        no={text.removeNo}
        yes={text.removeYes}
        look="primary"
        onNo={() => setAsking(false)}
        onYes={() => void removeAll()}
      />
    </PreferenceGroup>
  )
}

/** Reads again after each event, because saving or removing a cache adds one. */
function useUsage(): { readonly usage: SessionUsage | undefined; readonly read: () => void } {
  const host = useApp((state) => state.host)
  const events = useApp((state) => state.app?.revisions.events)
  const [usage, setUsage] = useState<SessionUsage>()
  const read = () => void host?.sessions.usage().then(setUsage, (error: unknown) => console.warn('saved caches', error))
  useEffect(read, [host, events])
  return { usage, read }
}
