import { Menu } from '@base-ui/react/menu'
import { Copy, Download, Play, X } from 'lucide-react'
import { memo } from 'react'
import { isLostWithServer } from '../../../core/compare/on-server'
import { partlyMeasured } from '../../../core/compare/run-progress'
import type { CompareRun, ExportFormat } from '../../../core/contract/compare/compare-runs'
import { copy } from '../../../core/copy/copy'
import { formatBytes } from '../../../core/text/amounts'
import { Button } from '../../ui/controls/button'
import { IconButton } from '../../ui/controls/icon-button'
import { runName } from '../run/run-name'
import { exportRuns, resumeRun, showForm, toggleOverlay } from '../run/run-store'
import { setupOfRun } from '../setup/setup-of-run'
import { changeSetup } from '../setup/setup-store'

const formats: readonly ExportFormat[] = ['csv', 'json', 'markdown']

export interface RunHeaderProps {
  readonly run: CompareRun
  readonly shownIds: readonly string[]
  readonly isOverlay: boolean
}

export const RunHeader = memo(function RunHeader({ run, shownIds, isOverlay }: RunHeaderProps) {
  const texts = copy.compare.run
  const isCut = run.state === 'cancelled' || run.state === 'interrupted'
  const canContinue = isCut || (run.state === 'done' && run.results.some(isLostWithServer))
  return (
    <header className="flex flex-wrap items-start gap-x-3 gap-y-1.5">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className={`line-clamp-2 font-semibold [overflow-wrap:anywhere] ${isOverlay ? 'text-[15px]' : 'text-lg'}`} title={runName(run)}>
          {isOverlay && <span className="font-normal text-faint">{texts.overlay} </span>}
          {runName(run)}
        </h2>
        <p className="text-[12px] text-soft leading-snug [overflow-wrap:anywhere]">{factsOf(run).join(' · ')}</p>
      </div>
      <div className="flex shrink-0 gap-1.5">
        {isOverlay ? (
          <IconButton icon={X} label={texts.removeOverlay(runName(run))} onClick={() => toggleOverlay(run.id)} />
        ) : (
          <>
            {canContinue && run.kind === 'compare' && (
              <Button className="h-7" onClick={() => void resumeRun(run.id)}>
                <Play size={13} aria-hidden /> {isCut ? texts.continue : texts.measureLost}
              </Button>
            )}
            {run.plan && run.kind === 'compare' && (
              <Button
                className="h-7"
                onClick={() => {
                  changeSetup(setupOfRun(run))
                  showForm()
                }}
              >
                <Copy size={13} aria-hidden /> {texts.editCopy}
              </Button>
            )}
            <ExportMenu shownIds={shownIds} />
          </>
        )}
      </div>
    </header>
  )
})

function ExportMenu({ shownIds }: { readonly shownIds: readonly string[] }) {
  return (
    <Menu.Root>
      <Menu.Trigger className="inline-flex h-8 items-center gap-1.5 rounded-md border border-line-strong bg-raised px-3 font-medium text-[13px] hover:bg-sunken">
        <Download size={13} aria-hidden /> {copy.compare.run.export}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="end" className="z-50">
          <Menu.Popup className="min-w-44 rounded-md border border-line bg-raised py-1 shadow-raised">
            {formats.map((format) => (
              <Menu.Item
                key={format}
                className="px-3 py-1.5 text-[13px] outline-none data-[highlighted]:bg-accent-soft"
                onClick={() => void exportRuns(shownIds, format)}
              >
                {copy.compare.run.formats[format]}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

function factsOf(run: CompareRun): readonly string[] {
  const { model, machine, engine, startedAt } = run
  return [
    model.name,
    machine.cpu,
    machine.memoryBytes > 0 ? formatBytes(machine.memoryBytes) : '',
    ...machine.gpus,
    engine ? `${engine.engine} ${engine.release}, ${engine.backend}` : '',
    copy.compare.run.startedAt(startedAt),
    copy.compare.run.counts(run, partlyMeasured(run.results)),
  ].filter(Boolean)
}
