import { Dialog } from '@base-ui/react/dialog'
import { useEffect, useState } from 'react'
import type { ChatTemplateReport } from '../../../core/contract/models/library'
import type { ModelFile } from '../../../core/contract/models/models'
import type { TemplateAbilities } from '../../../core/contract/models/template-abilities'
import { copy } from '../../../core/copy/copy'
import { connectedHost } from '../../client/app-store'
import { type ShownFailure, shownFailure } from '../../client/failures'
import { useApp } from '../../client/use-app'
import { FailureAlert } from '../../ui/alert'
import { Button } from '../../ui/controls/button'

type SampleMessage = { readonly role: 'system' | 'user' | 'assistant'; readonly text: string }
function sampleMessages(): SampleMessage[] {
  const { system, question, answer, next } = copy.models.template.sample
  return [
    { role: 'system', text: system },
    { role: 'user', text: question },
    { role: 'assistant', text: answer },
    { role: 'user', text: next },
  ]
}

/** An example. Many models were trained on ChatML. */
const chatMl = `{% for message in messages %}<|im_start|>{{ message.role }}
{{ message.content }}<|im_end|>
{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant
{% endif %}`

type Outcome = { readonly text: string } | { readonly trouble: ShownFailure } | undefined

export function TemplateDialog({ file, onClose }: { readonly file: ModelFile; readonly onClose: () => void }) {
  const texts = copy.models.template
  const fallback = useFallbackName(file)
  const abilities = useAbilities(file)
  const [report, setReport] = useState<ChatTemplateReport>()
  const [typed, setTyped] = useState('')
  const [outcome, setOutcome] = useState<Outcome>()
  const attempt = (work: () => Promise<void>) => work().catch((error: unknown) => setOutcome({ trouble: shownFailure(error) }))
  useEffect(() => {
    void attempt(async () => {
      const found = await (await connectedHost()).library.template.read({ modelId: file.id })
      setReport(found)
      setTyped(found.override ?? found.own ?? '')
    })
  }, [file.id])
  const test = () =>
    attempt(async () =>
      setOutcome(await (await connectedHost()).library.template.test({ modelId: file.id, template: typed, messages: sampleMessages() })),
    )
  const write = (template: string | null) =>
    attempt(async () => {
      await (await connectedHost()).library.template.write({ modelId: file.id, template })
      onClose()
    })
  const isChanged = report !== undefined && typed !== (report.override ?? report.own ?? '')
  return (
    <Dialog.Root open onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Popup className="fixed inset-y-[5%] left-1/2 z-50 flex w-[48rem] max-w-[calc(100vw-2rem)] -translate-x-1/2 flex-col rounded-lg border border-line bg-raised p-4 shadow-raised">
          <Dialog.Title className="font-semibold [overflow-wrap:anywhere]">{texts.title(file.name)}</Dialog.Title>
          <Dialog.Description className="mt-1 text-[13px] text-soft leading-snug">
            {report ? texts.description({ isOverridden: report.override !== null, hasOwn: report.own !== null, fallback }) : texts.reading}
          </Dialog.Description>
          {abilities && <p className="mt-1 text-[13px] text-soft leading-snug">{texts.abilities(abilities)}</p>}
          <textarea
            aria-label={texts.label}
            spellCheck={false}
            disabled={!report}
            placeholder={`${texts.example}\n\n${chatMl}`}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            className="mt-3 min-h-24 w-full flex-1 resize-none rounded-md border border-line-strong bg-paper p-2 font-mono text-[12px] leading-snug placeholder:text-faint [font-variant-ligatures:none]"
          />
          <div className="mt-2 flex flex-wrap items-center gap-2">
            <Button disabled={typed.trim() === ''} onClick={() => void test()}>
              {texts.test}
            </Button>
            <p className="text-[12px] text-faint">{texts.specialTokens}</p>
          </div>
          {outcome && (
            <section
              aria-label={texts.result}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
              tabIndex={0}
              className="mt-2 max-h-[40%] min-h-0 shrink-0 overflow-y-auto"
            >
              {'trouble' in outcome ? (
                <FailureAlert failure={outcome.trouble} />
              ) : (
                <pre className="whitespace-pre-wrap rounded-md bg-sunken p-2 font-mono text-[12px] leading-snug [font-variant-ligatures:none] [overflow-wrap:anywhere]">
                  {outcome.text}
                </pre>
              )}
            </section>
          )}
          <div className="mt-3 flex flex-wrap justify-end gap-2 border-line border-t pt-3">
            {report?.override != null && (
              <Button className="mr-auto" onClick={() => void write(null)}>
                {report.own === null ? texts.useFallback : texts.useOwn}
              </Button>
            )}
            <Button onClick={onClose}>{texts.close}</Button>
            <Button look="primary" disabled={!isChanged || typed.trim() === ''} onClick={() => void write(typed)}>
              {texts.save}
            </Button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** null unless the model is loaded with a template that can run. */
const useAbilities = ({ id }: ModelFile): TemplateAbilities | null =>
  useApp(({ app }) => (app?.model.status === 'ready' && app.model.file.id === id ? app.model.model.chatTemplate.abilities : null))

/** null unless the model is loaded with a fallback template. */
function useFallbackName({ id }: ModelFile): string | null {
  return useApp(({ app }) => {
    if (app?.model.status !== 'ready' || app.model.file.id !== id) return null
    const { source, name } = app.model.model.chatTemplate
    return source === 'fallback' ? name : null
  })
}
