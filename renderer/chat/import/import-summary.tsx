import { AlertDialog } from '@base-ui/react/alert-dialog'
import { type ReactNode, useRef } from 'react'
import { copy } from '../../../core/copy/copy'
import { type ShownFailure, shownSentence } from '../../client/failures'
import { Button } from '../../ui/controls/button'
import type { ImportOutcome } from './import-outcome'
import { closeOutcome } from './import-store'

export function ImportSummaryDialog({ outcome }: { readonly outcome: ImportOutcome }) {
  const { imported, existing, broken, brokenOnes, incomplete, incompleteOnes, cutOffFiles, refusedFiles } = outcome
  const texts = copy.chat.imports
  const close = useRef<HTMLButtonElement>(null)
  return (
    <AlertDialog.Root open onOpenChange={(next) => !next && closeOutcome()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <AlertDialog.Popup
          initialFocus={close}
          className="fixed top-1/5 left-1/2 z-50 flex max-h-[70vh] w-[32rem] max-w-[calc(100vw-2rem)] -translate-x-1/2 flex-col rounded-lg border border-line bg-raised p-4 text-[13px] shadow-raised"
        >
          <AlertDialog.Title className="font-semibold text-[0.9375rem]">{texts.title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-1">
            {texts.imported(imported)} {existing > 0 && texts.existing(existing)}
          </AlertDialog.Description>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls, and must do so by keyboard too. */}
          <div className="mt-1 min-h-0 overflow-y-auto text-soft [overflow-wrap:anywhere]" tabIndex={0}>
            {refusedFiles.length > 0 && (
              <Listed heading={texts.refused(refusedFiles.length)} unnamed={0}>
                {refusedFiles.map(({ file, failure }, index) => (
                  <li key={index}>{refusalText(file, failure)}</li>
                ))}
              </Listed>
            )}
            {cutOffFiles.map((file, index) => (
              <p key={index} className="mt-3 text-warning">
                {texts.cutOff(file)}
              </p>
            ))}
            {broken > 0 && (
              <Listed heading={texts.broken(broken)} unnamed={broken - brokenOnes.length}>
                {brokenOnes.map(({ title, entry, flaw, file }, index) => (
                  <li key={index}>{texts.brokenOne(title, entry, flaw, file)}</li>
                ))}
              </Listed>
            )}
            {incomplete > 0 && (
              <Listed heading={texts.incomplete(incomplete)} unnamed={incomplete - incompleteOnes.length}>
                {incompleteOnes.map(({ conversationId, title, leftOut }) => (
                  <li key={conversationId}>
                    <bdi className="font-medium">{title}</bdi>: {texts.leftOut(leftOut)}
                  </li>
                ))}
              </Listed>
            )}
          </div>
          <div className="mt-4 flex justify-end">
            <Button ref={close} look="primary" onClick={closeOutcome}>
              {texts.close}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

/** The sentences of failures that are about a file begin with its name. */
function refusalText(file: string, failure: ShownFailure): string {
  const { what, todo } = shownSentence(failure)
  const isNamed = failure !== 'unexpected' && 'name' in failure.facts
  return `${isNamed ? '' : `${file}: `}${what} ${todo}`
}

function Listed({ heading, unnamed, children }: { readonly heading: string; readonly unnamed: number; readonly children: ReactNode }) {
  return (
    <section className="mt-3">
      <h3 className="text-ink">{heading}</h3>
      <ul className="mt-1 list-disc pl-5">
        {children}
        {unnamed > 0 && <li>{copy.chat.imports.more(unnamed)}</li>}
      </ul>
    </section>
  )
}
