import { useEffect, useState } from 'react'
import type { UpdateState } from '../../core/contract/app/updates'
import { copy } from '../../core/copy/copy'
import { appStore } from '../client/app-store'
import { type ShownFailure, shownFailure } from '../client/failures'
import { useApp } from '../client/use-app'
import { FailureAlert } from '../ui/alert'
import { Button } from '../ui/controls/button'
import { ToggleSwitch } from '../ui/controls/toggle-switch'
import { Question } from '../ui/question'
import { setPreferences, usePreferences } from '../window/preference-store'
import { PreferenceGroup, PreferenceRow } from './preference-row'

type Step = 'look' | 'fetch' | 'install'

export function UpdateSection() {
  const isAllowed = usePreferences(({ updates }) => updates)
  const state = useUpdates()
  const [asking, setAsking] = useState<'fetch' | 'install'>()
  const [trouble, setTrouble] = useState<ShownFailure>()
  if (!state) return null
  const { step, source, obstacle } = state
  const act = async (what: Step) => {
    setAsking(undefined)
    setTrouble(undefined)
    try {
      await appStore.getState().host?.updates[what]()
    } catch (error) {
      setTrouble(shownFailure(error))
    }
  }
  const shownTrouble = trouble ?? (step.status === 'failed' ? step.failure : undefined)
  const text = copy.preferences.updates
  const version = 'version' in step ? step.version : ''
  return (
    <PreferenceGroup title={text.title}>
      <PreferenceRow name={text.thisVersion} note={text.kind(state)}>
        <span className="tabular-nums">
          {state.version}
          {state.commit && <span className="text-faint"> · {state.commit}</span>}
        </span>
      </PreferenceRow>
      {source && (
        <>
          <PreferenceRow name={text.allow} note={text.allowNote(source)} isSwitch>
            <ToggleSwitch label={text.allow} checked={isAllowed} onChange={(updates) => void setPreferences({ updates })} />
          </PreferenceRow>
          {isAllowed && (
            <PreferenceRow name={text.latest} note={text.step(state)}>
              {step.status === 'found' && !obstacle ? (
                <Button look="primary" onClick={() => setAsking('fetch')}>
                  {text.download}
                </Button>
              ) : step.status === 'ready' ? (
                <Button look="primary" onClick={() => setAsking('install')}>
                  {text.install}
                </Button>
              ) : (
                <Button disabled={['looking', 'fetching', 'installing'].includes(step.status)} onClick={() => void act('look')}>
                  {text.check}
                </Button>
              )}
            </PreferenceRow>
          )}
          {isAllowed && shownTrouble && <FailureAlert failure={shownTrouble} />}
        </>
      )}
      <Question
        isOpen={asking === 'fetch'}
        title={text.downloadQuestion.title(version)}
        text={text.downloadQuestion.text(step.status === 'found' ? step.sizeBytes : null, source ?? '')}
        no={text.notNow}
        yes={text.downloadQuestion.yes}
        look="primary"
        onNo={() => setAsking(undefined)}
        onYes={() => void act('fetch')}
      />
      <Question
        isOpen={asking === 'install'}
        title={text.installQuestion.title(version)}
        text={text.installQuestion.text}
        no={text.notNow}
        yes={text.installQuestion.yes}
        look="primary"
        onNo={() => setAsking(undefined)}
        onYes={() => void act('install')}
      />
    </PreferenceGroup>
  )
}

function useUpdates(): UpdateState | undefined {
  const host = useApp((state) => state.host)
  const revision = useApp((state) => state.app?.revisions.updates)
  const [updates, setUpdates] = useState<UpdateState>()
  useEffect(() => void host?.updates.read().then(setUpdates, (error: unknown) => console.warn('updates', error)), [host, revision])
  return updates
}
