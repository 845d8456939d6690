import { Dialog } from '@base-ui/react/dialog'
import { useEffect, useState } from 'react'
import type { ChatTemplateReport } from '../../../core/contract/models/library'
import type { ModelFile } from '../../../core/contract/models/models'
import type { Sentence } from '../../../core/copy/failures'
import { connectedHost } from '../../client/app-store'
import { sentenceFor } from '../../client/failures'
import { useApp } from '../../client/use-app'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/controls/button'
import { fallbackTemplateText } from './fallback-template'

/** The sample conversation: a full exchange and an open question. */
const sample = [
  { role: 'system', text: 'Answer briefly.' },
  { role: 'user', text: 'What is a KV cache?' },
  { role: 'assistant', text: 'Keys and values of the tokens so far.' },
  { role: 'user', text: 'How large is it?' },
] as const

/** A start for new templates: many models were trained on ChatML. */
const example = `For example, ChatML:

{% for message in messages %}<|im_start|>{{ message.role }}
{{ message.content }}<|im_end|>
{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant
{% endif %}`

type Outcome = { readonly text: string } | { readonly trouble: Sentence } | undefined

/** A model's chat template: view it, try it on sample messages, replace it. */
export function TemplateDialog({ file, onClose }: { readonly file: ModelFile; readonly onClose: () => void }) {
  const fallback = useFallbackText(file)
  const [report, setReport] = useState<ChatTemplateReport>()
  const [typed, setTyped] = useState('')
  const [outcome, setOutcome] = useState<Outcome>()
  const attempt = (work: () => Promise<void>) => work().catch((error: unknown) => setOutcome({ trouble: sentenceFor(error) }))
  useEffect(() => {
    void attempt(async () => {
      const found = await (await connectedHost()).library.template.read({ modelId: file.id })
      setReport(found)
      setTyped(found.override ?? found.own ?? '')
    })
  }, [file.id])
  const test = () =>
    attempt(async () =>
      setOutcome(await (await connectedHost()).library.template.test({ modelId: file.id, template: typed, messages: [...sample] })),
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
          <Dialog.Title className="font-semibold [overflow-wrap:anywhere]">Chat template of {file.name}</Dialog.Title>
          <Dialog.Description className="mt-1 text-[13px] text-soft leading-snug">{wordsFor(report, fallback)}</Dialog.Description>
          <textarea
            aria-label="Template"
            spellCheck={false}
            disabled={!report}
            placeholder={example}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            className="mt-3 min-h-24 w-full flex-1 resize-none rounded-md border border-line-strong bg-paper p-2 font-mono text-[12px] leading-snug placeholder:text-faint [font-variant-ligatures:none]"
          />
          <div className="mt-2 flex flex-wrap items-center gap-2">
            <Button disabled={typed.trim() === ''} onClick={() => void test()}>
              Try it on sample messages
            </Button>
            <p className="text-[12px] text-faint">&lt;bos&gt; and &lt;eos&gt; stand for the model's own tokens.</p>
          </div>
          {outcome && (
            <section
              aria-label="What the model reads"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
              tabIndex={0}
              className="mt-2 max-h-[40%] min-h-0 shrink-0 overflow-y-auto"
            >
              {'trouble' in outcome ? (
                <Alert tone="danger" sentence={outcome.trouble} />
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
                {report.own === null ? 'Back to the one that stands in' : "Back to the file's own"}
              </Button>
            )}
            <Button onClick={onClose}>Close</Button>
            <Button look="primary" disabled={!isChanged || typed.trim() === ''} onClick={() => void write(typed)}>
              Use from the next load on
            </Button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** While the model is loaded: the name of the template used instead of a working one of its own. */
function useFallbackText({ id, hasChatTemplate }: ModelFile): string | undefined {
  return useApp(({ app }) => {
    if (app?.model.status !== 'ready' || app.model.file.id !== id) return undefined
    const { source, name } = app.model.model.chatTemplate
    return source === 'fallback' ? fallbackTemplateText(hasChatTemplate, name) : undefined
  })
}

function wordsFor(report: ChatTemplateReport | undefined, fallback: string | undefined): string {
  if (!report) return 'Reading the file…'
  if (report.override !== null) return 'Your own template is used in place of the one in the file.'
  if (fallback) return `${fallback} You can write another here.`
  if (report.own === null)
    return 'The file has none. The nearest template that is known for the model stands in: it is named beside the model once that is loaded. You can write another here.'
  return "The file's own. What you write here counts for this model alone; the file stays as it is."
}
