import { Menu } from '@base-ui/react/menu'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { type ModelOrigin, managingProgram } from '../../core/contract/model-origins'
import type { ModelFile } from '../../core/contract/models'
import { formatBytes } from '../../core/text/amounts'
import { showScreen } from '../app/window-store'
import { isDesktop } from '../client/transport'
import { modelChoice } from '../planner/plan-choice'
import { choose } from '../planner/planner-store'
import { act } from './library-store'
import { forget } from './model-actions'
import { Question } from './question'
import { TemplateDialog } from './template-dialog'

/** Models that are in the list because of a folder: they would come back with the next look. */
const comesBack: readonly ModelOrigin[] = ['folder', 'lm-studio', 'ollama', 'jan', 'hugging-face']

/** What can be done with a model beside loading it. */
export function ModelMenu({ file, isInUse }: { readonly file: ModelFile; readonly isInUse: boolean }) {
  const [open, setOpen] = useState<'template' | 'removal'>()
  const item = 'px-3 py-1.5 text-[13px] outline-none data-[disabled]:text-faint data-[highlighted]:bg-accent-soft'
  const isOurs = file.origin === 'embedded'
  const program = managingProgram(file.origin)
  const close = () => setOpen(undefined)
  return (
    <>
      <Menu.Root>
        <Menu.Trigger
          aria-label={`More about ${file.name}`}
          className="grid size-8 shrink-0 place-items-center rounded-md text-soft hover:bg-sunken hover:text-ink data-[popup-open]:bg-sunken"
        >
          <Ellipsis size={16} aria-hidden />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner sideOffset={4} align="end" className="z-50">
            <Menu.Popup className="min-w-48 rounded-md border border-line bg-raised py-1 shadow-raised">
              <Menu.Item className={item} disabled={file.missing} onClick={() => plan(file)}>
                Plan its memory
              </Menu.Item>
              <Menu.Item className={item} disabled={file.missing} onClick={() => setOpen('template')}>
                Chat template…
              </Menu.Item>
              {isDesktop ? (
                <Menu.Item
                  className={item}
                  disabled={file.missing}
                  onClick={() => void act((host) => host.library.reveal({ modelId: file.id }))}
                >
                  Show in its folder
                </Menu.Item>
              ) : (
                <Menu.Item className={item} onClick={() => void navigator.clipboard.writeText(file.path)}>
                  Copy its path
                </Menu.Item>
              )}
              <Menu.Separator className="my-1 h-px bg-line" />
              {!comesBack.includes(file.origin) && (
                <Menu.Item className={item} disabled={isInUse || isOurs} onClick={() => void forget(file.id)}>
                  Take off the list
                </Menu.Item>
              )}
              <Menu.Item
                className={`${item} text-danger`}
                disabled={isInUse || isOurs || program !== null || file.missing}
                onClick={() => setOpen('removal')}
              >
                {program ? `Remove it with ${program}` : 'Remove from disk…'}
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <Question
        isOpen={open === 'removal'}
        title={`Remove ${file.name} from the disk?`}
        text={removalText(file)}
        no="Keep it"
        yes="Remove"
        onNo={close}
        onYes={() => {
          close()
          void act((host) => host.library.removeFromDisk({ modelId: file.id }))
        }}
      />
      {open === 'template' && <TemplateDialog file={file} onClose={close} />}
    </>
  )
}

function plan(file: ModelFile): void {
  showScreen('planner')
  void choose(modelChoice(file))
}

function removalText({ parts, sizeBytes, path }: ModelFile): string {
  const files = parts > 1 ? `${parts} files, ${formatBytes(sizeBytes)} in all, from` : `A file of ${formatBytes(sizeBytes)}:`
  const fate = isDesktop ? 'It goes to the bin of this system.' : 'It is deleted for good. Conversations stay.'
  return `${files} ${path}. ${parts > 1 ? fate.replace('It goes', 'They go').replace('It is', 'They are') : fate}`
}
