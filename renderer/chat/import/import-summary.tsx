import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'
import type { ImportSummary } from '../../../core/contract/chat/imports'
import { copy } from '../../../core/copy/copy'
import { Button } from '../../ui/controls/button'
import { closeSummary } from './import-store'

export function ImportSummaryDialog({ summary }: { readonly summary: ImportSummary }) {
  const { imported, existing, broken, brokenOnes, incomplete, incompleteOnes, isCutOff } = summary
  const texts = copy.chat.imports
  return (
    <AlertDialog.Root open onOpenChange={(next) => !next && closeSummary()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <AlertDialog.Popup className="fixed top-1/5 left-1/2 z-50 flex max-h-[70vh] w-[32rem] max-w-[calc(100vw-2rem)] -translate-x-1/2 flex-col rounded-lg border border-line bg-raised p-4 text-[13px] shadow-raised">
          <AlertDialog.Title className="font-semibold text-[0.9375rem]">{texts.title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-1">
            {texts.imported(imported)} {existing > 0 && texts.existing(existing)}
          </AlertDialog.Description>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls, and must do so by keyboard too. */}
          <div className="mt-1 min-h-0 overflow-y-auto text-soft [overflow-wrap:anywhere]" tabIndex={0}>
            {isCutOff && <p className="mt-2 text-warning">{texts.cutOff}</p>}
            {broken > 0 && (
              <Listed heading={texts.broken(broken)} unnamed={broken - brokenOnes.length}>
                {brokenOnes.map(({ title, entry, flaw }) => (
                  <li key={entry}>{texts.brokenOne(title, entry, flaw)}</li>
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
            <Button look="primary" onClick={closeSummary}>
              {texts.close}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
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
