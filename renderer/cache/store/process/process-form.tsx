import { useState } from 'react'
import type { PrefixKind } from '../../../../core/contract/cache/prefixes'
import { prefixNameCharacters } from '../../../../core/contract/cache/session-limits'
import { systemPromptCharacters } from '../../../../core/contract/wire/text-limits'
import { copy } from '../../../../core/copy/copy'
import { FailureAlert } from '../../../ui/alert'
import { Button } from '../../../ui/controls/button'
import { FileButton } from '../../../ui/controls/file-button'
import { Segmented } from '../../../ui/controls/segmented'
import { TextField } from '../../../ui/fields/form-field'
import { Section } from '../../../ui/section'
import { useProcessing } from './use-processing'

const kinds: readonly PrefixKind[] = ['system-prompt', 'document']

export function ProcessForm({ onClose }: { readonly onClose: () => void }) {
  const [kind, setKind] = useState<PrefixKind>('system-prompt')
  const [name, setName] = useState('')
  const [text, setText] = useState('')
  const { state, processText, processFile, stop, dismiss } = useProcessing()
  const texts = copy.cache.store.process
  const isWorking = state.status === 'working'
  const isTooLong = text.length > systemPromptCharacters
  return (
    <Section title={texts.title} note={texts.note}>
      <div className="flex max-w-[44rem] flex-col gap-3 text-[13px]">
        {state.status === 'failed' && <FailureAlert failure={state.failure} onDismiss={dismiss} />}
        <div className="self-start">
          <Segmented
            label={texts.kind}
            value={kind}
            options={kinds.map((value) => ({ value, label: texts.kinds[value] }))}
            onChange={setKind}
          />
        </div>
        {kind === 'system-prompt' ? (
          <>
            <TextField
              label={texts.text}
              meaning={texts.textMeaning}
              value={text}
              onChange={setText}
              lines={5}
              problem={isTooLong ? texts.tooLong(systemPromptCharacters) : undefined}
            />
            <TextField
              label={texts.name}
              meaning={texts.nameMeaning}
              value={name}
              onChange={(typed) => setName(typed.slice(0, prefixNameCharacters))}
            />
          </>
        ) : (
          <p className="text-soft">{texts.document}</p>
        )}
        <div className="flex flex-wrap items-center gap-2">
          {isWorking ? (
            <Button onClick={stop}>{texts.stop}</Button>
          ) : kind === 'system-prompt' ? (
            <Button look="primary" disabled={text.trim() === '' || isTooLong} onClick={() => void processText(name, text)}>
              {texts.start}
            </Button>
          ) : (
            <FileButton label={texts.chooseMeaning} accept="" onFiles={([file]) => void processFile(file)}>
              {texts.choose}
            </FileButton>
          )}
          <Button look="quiet" onClick={onClose}>
            {texts.close}
          </Button>
          <p role="status" className="min-w-0 text-soft [overflow-wrap:anywhere]">
            {isWorking && texts.working(state.name)}
            {state.status === 'done' && texts.done(state.name, state.tokens)}
          </p>
        </div>
      </div>
    </Section>
  )
}
