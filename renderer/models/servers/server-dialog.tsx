import { Dialog } from '@base-ui/react/dialog'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useStore } from 'zustand'
import { copy } from '../../../core/copy/copy'
import { type ServerFacts, shownModelName } from '../../../core/remote/server-facts'
import { isReadByOthers } from '../../../core/remote/typed-url'
import { isDesktop } from '../../client/transport'
import { FailureAlert } from '../../ui/alert'
import { Button } from '../../ui/controls/button'
import { Choice } from '../../ui/controls/choice'
import { Question } from '../../ui/question'
import { changeForm, check, closeForm, dialog, dismissTrouble, remove, type ServerForm, saveAndConnect, serverStore } from './server-store'

export function ServerDialog({ form }: { readonly form: ServerForm }) {
  const { servers, facts, waitsFor, trouble } = useStore(serverStore)
  const saved = servers?.find(({ id }) => id === form.id)
  const [isRemoving, setRemoving] = useState(false)
  const texts = copy.servers.connect
  const isWaiting = waitsFor === dialog
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isWaiting || form.url.trim() === '') return
    void (facts && form.model !== '' ? saveAndConnect() : check())
  }
  const keepsKey = form.key === undefined && (saved?.key === 'keychain' || saved?.key === 'memory') && saved.url === form.url
  return (
    <Dialog.Root open onOpenChange={(next) => !next && closeForm()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Popup className="fixed top-[8%] left-1/2 z-50 flex max-h-[84%] w-[34rem] max-w-[calc(100vw-2rem)] -translate-x-1/2 flex-col overflow-y-auto rounded-lg border border-line bg-raised p-4 shadow-raised">
          <Dialog.Title className="font-semibold">{texts.title}</Dialog.Title>
          <Dialog.Description className="mt-1 text-[13px] text-soft leading-snug">{texts.text}</Dialog.Description>
          <form className="mt-3 flex flex-col gap-3 text-[13px]" onSubmit={submit}>
            <TextField
              label={texts.address}
              placeholder={texts.addressPlaceholder}
              value={form.url}
              onChange={(url) => changeForm({ url })}
              note={isReadByOthers(form.url) ? texts.plainHttp : undefined}
            />
            <TextField
              label={texts.key}
              placeholder={keepsKey ? texts.keySaved : texts.keyPlaceholder}
              value={form.key ?? ''}
              isSecret
              onChange={(key) => changeForm({ key })}
              note={form.key || keepsKey ? texts.keyMeaning(isDesktop) : undefined}
            />
            <TextField label={texts.name} placeholder={texts.namePlaceholder} value={form.name} onChange={(name) => changeForm({ name })} />
            {trouble && <FailureAlert failure={trouble} onDismiss={dismissTrouble} />}
            {facts && <Found facts={facts} model={form.model} />}
            <div className="mt-1 flex flex-wrap justify-end gap-2">
              {saved && (
                <Button look="danger" className="mr-auto" onClick={() => setRemoving(true)}>
                  {texts.remove}
                </Button>
              )}
              <Button look="quiet" onClick={closeForm}>
                {texts.cancel}
              </Button>
              <Button
                look={facts ? 'plain' : 'primary'}
                type={facts ? 'button' : 'submit'}
                disabled={isWaiting || form.url.trim() === ''}
                onClick={facts ? () => void check() : undefined}
              >
                {isWaiting && !facts ? texts.checking : texts.check}
              </Button>
              {facts && (
                <Button look="primary" type="submit" disabled={isWaiting || form.model === ''}>
                  {isWaiting ? texts.connecting : texts.save}
                </Button>
              )}
            </div>
          </form>
          {saved && (
            <Question
              isOpen={isRemoving}
              title={texts.removeTitle(saved.name)}
              text={texts.removeText}
              no={texts.keep}
              yes={texts.remove}
              onNo={() => setRemoving(false)}
              onYes={() => {
                setRemoving(false)
                void remove(saved)
              }}
            />
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Found({ facts, model }: { readonly facts: ServerFacts; readonly model: string }) {
  const texts = copy.servers.connect
  const { kind, version, models, slots, abilities } = facts
  const chosen = models.find(({ id }) => id === model)
  return (
    <section aria-label={copy.servers.kinds[kind]} className="rounded-md border border-line bg-panel px-3 py-2 leading-snug">
      <p role="status">
        <span className="font-medium">{texts.found(copy.servers.kinds[kind], version)}</span>
        {slots !== null && <span className="text-soft"> · {texts.slots(slots)}</span>}
      </p>
      <p className="mt-0.5 text-[12px] text-soft">{texts.abilities(abilities)}</p>
      <div className="mt-2">
        {models.length > 0 ? (
          <Labeled label={texts.model}>
            <Choice
              label={texts.model}
              value={model}
              options={models.map((listed) => ({
                value: listed.id,
                label: shownModelName(listed.id),
                note: texts.modelNote(listed) || undefined,
              }))}
              onChange={(id) => changeForm({ model: id })}
            />
          </Labeled>
        ) : (
          <TextField label={texts.model} placeholder="" value={model} onChange={(id) => changeForm({ model: id })} note={texts.noModels} />
        )}
        {chosen && texts.modelNote(chosen) !== '' && <p className="mt-1 ml-27 text-[12px] text-faint">{texts.modelNote(chosen)}</p>}
      </div>
    </section>
  )
}

const Labeled = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className="grid grid-cols-[6rem_minmax(0,1fr)] items-center gap-3">
    <span className="text-soft">{label}</span>
    {children}
  </div>
)

interface TextFieldProps {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly isSecret?: boolean
  readonly note?: string | undefined
  readonly onChange: (text: string) => void
}

function TextField({ label, placeholder, value, isSecret = false, note, onChange }: TextFieldProps) {
  const noteId = useId()
  return (
    <div>
      <Labeled label={label}>
        <input
          type={isSecret ? 'password' : 'text'}
          aria-label={label}
          aria-describedby={note ? noteId : undefined}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="h-8 min-w-0 rounded-md border border-line-strong bg-raised px-2.5 placeholder:text-faint"
        />
      </Labeled>
      {note && (
        <p id={noteId} className="mt-1 ml-27 text-[12px] text-faint leading-snug">
          {note}
        </p>
      )}
    </div>
  )
}
