import { useState } from 'react'
import type { CacheStore } from '../../../core/contract/cache/prefixes'
import { copy } from '../../../core/copy/copy'
import { useApp } from '../../client/use-app'
import { FailureAlert } from '../../ui/alert'
import { Button } from '../../ui/controls/button'
import { Question } from '../../ui/question'
import { Section } from '../../ui/section'
import { NextList } from './next-list'
import { useNameOf } from './prefix-name'
import { PrefixTable } from './prefix-table'
import { PrefixTree } from './prefix-tree'
import { ProcessForm } from './process/process-form'
import { TierCards } from './tier-cards'
import { useCacheStore } from './use-cache-store'
import { usePrefixActions } from './use-prefix-actions'

export function StoreView() {
  const followed = useCacheStore()
  if (followed.status === 'failed') return <FailureAlert failure={followed.failure} />
  if (followed.status === 'loading') return <p className="text-[13px] text-faint">{copy.cache.store.loading}</p>
  return <KnownStore store={followed.store} />
}

function KnownStore({ store }: { readonly store: CacheStore }) {
  const nameOf = useNameOf()
  const actions = usePrefixActions()
  const [pointed, setPointed] = useState<string | null>(null)
  const isReady = useApp(({ app }) => app?.model.status === 'ready')
  const [isProcessing, setProcessing] = useState(false)
  const texts = copy.cache.store
  const { asked, failure } = actions
  const unusable = store.prefixes.filter(({ isUsable }) => !isUsable).length
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto">
      {failure && <FailureAlert failure={failure} onDismiss={actions.dismissFailure} />}
      <TierCards tiers={store.tiers} prefixes={store.prefixes} />
      {!isReady && <p className="text-[13px] text-soft">{texts.notLoaded}</p>}
      {isReady &&
        (isProcessing ? (
          <ProcessForm onClose={() => setProcessing(false)} />
        ) : (
          <Button className="self-start" onClick={() => setProcessing(true)}>
            {texts.process.open}
          </Button>
        ))}
      {store.prefixes.length === 0 ? (
        <p className="max-w-[64ch] py-6 text-[13px] text-soft">{texts.empty}</p>
      ) : (
        <>
          {store.nodes.length > 0 && (
            <Section title={texts.tree.title}>
              <PrefixTree store={store} nameOf={nameOf} pointed={pointed} onPoint={setPointed} />
            </Section>
          )}
          {isReady && unusable > 0 && <p className="text-[12px] text-faint">{texts.tree.others(unusable)}</p>}
          <NextList store={store} nameOf={nameOf} />
          <Section title={texts.table.label}>
            <PrefixTable store={store} nameOf={nameOf} actions={actions} pointed={pointed} onPoint={setPointed} />
          </Section>
        </>
      )}
      <Question
        isOpen={asked !== null}
        title={asked ? texts.remove.title(nameOf(asked)) : ''}
        text={asked ? texts.remove.text(asked.tier) : ''}
        no={texts.remove.no}
        yes={texts.remove.yes}
        onNo={() => actions.askToRemove(null)}
        onYes={() => {
          if (asked) void actions.remove(asked)
          actions.askToRemove(null)
        }}
      />
    </div>
  )
}
