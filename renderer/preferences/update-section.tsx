import { useEffect, useState } from 'react'
import type { UpdateState } from '../../core/contract/app/updates'
import type { Sentence } from '../../core/copy/failures'
import { sentenceOf } from '../../core/copy/failures'
import { formatBytes, formatPercent } from '../../core/text/amounts'
import { appStore } from '../client/app-store'
import { sentenceFor } from '../client/failures'
import { useApp } from '../client/use-app'
import { Alert } from '../ui/alert'
import { Button } from '../ui/controls/button'
import { ToggleSwitch } from '../ui/controls/toggle-switch'
import { Question } from '../ui/question'
import { setPreferences, usePreferences } from '../window/preference-store'
import { PreferenceGroup, PreferenceRow } from './preference-row'

type Step = 'look' | 'fetch' | 'install'

/** Updates: each step needs a click, and the last two a confirmation. */
export function UpdateSection() {
  const isAllowed = usePreferences(({ updates }) => updates)
  const state = useUpdates()
  const [asking, setAsking] = useState<'fetch' | 'install'>()
  const [trouble, setTrouble] = useState<Sentence>()
  if (!state) return null
  const { step, source, obstacle } = state
  const act = async (what: Step) => {
    setAsking(undefined)
    setTrouble(undefined)
    try {
      await appStore.getState().host?.updates[what]()
    } catch (error) {
      setTrouble(sentenceFor(error))
    }
  }
  const shownTrouble = trouble ?? (step.status === 'failed' ? sentenceOf(step.failure) : undefined)
  const version = 'version' in step ? step.version : ''
  return (
    <PreferenceGroup title="Updates">
      <PreferenceRow name="This version" note={noteOf(state)}>
        <span className="tabular-nums">
          {state.version}
          {state.commit && <span className="text-faint"> · {state.commit}</span>}
        </span>
      </PreferenceRow>
      {source && (
        <>
          <PreferenceRow
            name="Look for newer versions"
            note={`Off, nothing is asked of any server. On, ${source} is asked when you press the button, and only then.`}
          >
            <ToggleSwitch label="Look for newer versions" checked={isAllowed} onChange={(updates) => void setPreferences({ updates })} />
          </PreferenceRow>
          {isAllowed && (
            <PreferenceRow name="Newest version" note={stepText(state)}>
              {step.status === 'found' && !obstacle ? (
                <Button look="primary" onClick={() => setAsking('fetch')}>
                  Download…
                </Button>
              ) : step.status === 'ready' ? (
                <Button look="primary" onClick={() => setAsking('install')}>
                  Install…
                </Button>
              ) : (
                <Button disabled={['looking', 'fetching', 'installing'].includes(step.status)} onClick={() => void act('look')}>
                  Look now
                </Button>
              )}
            </PreferenceRow>
          )}
          {isAllowed && shownTrouble && <Alert tone="danger" sentence={shownTrouble} />}
        </>
      )}
      <Question
        isOpen={asking === 'fetch'}
        title={`Download version ${version}?`}
        text={`${step.status === 'found' && step.sizeBytes ? `${formatBytes(step.sizeBytes)} from` : 'From'} ${source}. Nothing is installed by that.`}
        no="Not now"
        yes="Download"
        look="primary"
        onNo={() => setAsking(undefined)}
        onYes={() => void act('fetch')}
      />
      <Question
        isOpen={asking === 'install'}
        title={`Install version ${version}?`}
        text="Headroom closes and starts again. Conversations, models and settings stay. If the new version does not run here, this one stays."
        no="Not now"
        yes="Install and restart"
        look="primary"
        onNo={() => setAsking(undefined)}
        onYes={() => void act('install')}
      />
    </PreferenceGroup>
  )
}

function noteOf({ source, obstacle }: UpdateState): string {
  if (obstacle === 'other-host') return 'Only the desktop app looks for newer versions of itself.'
  if (!source) return 'This copy was built without a place to look for newer versions.'
  if (obstacle === 'system-package') return 'Installed by the system’s packages: newer versions are installed the same way.'
  if (obstacle === 'portable') return 'A portable copy, which nothing replaces: get newer versions where you got this one.'
  if (obstacle === 'no-key') return 'Built without a key to check newer versions with: it looks for them, and leaves getting one to you.'
  if (obstacle === 'cuda-variant') return 'The variant with CUDA: it is told of newer versions, and does not replace itself.'
  return 'Runs as one file or folder of your own, which Headroom can replace.'
}

function stepText({ step, source, obstacle }: UpdateState): string {
  switch (step.status) {
    case 'idle':
      return 'Not looked for yet.'
    case 'failed':
      return 'The last try came to nothing. This version stays as it is.'
    case 'looking':
      return 'Looking…'
    case 'newest':
      return `You have the newest version. Looked at ${new Date(step.at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })}.`
    case 'found':
      if (obstacle === 'no-key') return `Version ${step.version} is there. Get it from where you got this one: this copy cannot check it.`
      if (obstacle === 'cuda-variant')
        return `Version ${step.version} is there. Get its file with “cuda” in the name from ${source}, and install it over this one.`
      if (obstacle) return `Version ${step.version} is there. Install its package the way you installed this one.`
      return `Version ${step.version} is there${step.sizeBytes ? `, ${formatBytes(step.sizeBytes)}` : ''}.`
    case 'fetching':
      return step.totalBytes === 0
        ? `Downloading version ${step.version}…`
        : `Downloading version ${step.version}: ${formatPercent(step.receivedBytes / step.totalBytes)} of ${formatBytes(step.totalBytes)}.`
    case 'ready':
      return `Version ${step.version} was downloaded, and its checksum is the one that was signed.`
    case 'installing':
      return `Version ${step.version} is tried out, then Headroom starts again.`
  }
}

function useUpdates(): UpdateState | undefined {
  const host = useApp((state) => state.host)
  const revision = useApp((state) => state.app?.revisions.updates)
  const [updates, setUpdates] = useState<UpdateState>()
  useEffect(() => void host?.updates.read().then(setUpdates, (error: unknown) => console.warn('updates', error)), [host, revision])
  return updates
}
