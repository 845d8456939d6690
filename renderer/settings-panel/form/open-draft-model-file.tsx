import { FolderOpen } from 'lucide-react'
import { useState } from 'react'
import type { ModelFile } from '../../../core/contract/models/models'
import { copy } from '../../../core/copy/copy'
import { connectedHost } from '../../client/app-store'
import { type ShownFailure, shownFailure } from '../../client/failures'
import { isDesktop } from '../../client/transport'
import { addFile } from '../../models/library/model-actions'
import { FailureAlert } from '../../ui/alert'
import { Button } from '../../ui/controls/button'
import { FileButton } from '../../ui/controls/file-button'

export function OpenDraftModelFile({ onFile }: { readonly onFile: (file: ModelFile) => void }) {
  const [trouble, setTrouble] = useState<ShownFailure>()
  const take = async (work: () => Promise<ModelFile | null>) => {
    try {
      const file = await work()
      setTrouble(undefined)
      if (file) onFile(file)
    } catch (error) {
      setTrouble(shownFailure(error))
    }
  }
  return (
    <div className="flex flex-col gap-2 py-1">
      {isDesktop ? (
        <Button className="self-end" onClick={() => void take(async () => (await connectedHost()).models.openDialog())}>
          <FolderOpen size={15} aria-hidden /> {copy.settings.speculation.openFile}
        </Button>
      ) : (
        <FileButton
          className="self-end"
          label={copy.settings.speculation.fileLabel}
          accept=".gguf"
          onFiles={([file]) => void take(() => addFile(file))}
        >
          <FolderOpen size={15} aria-hidden /> {copy.settings.speculation.uploadFile}
        </FileButton>
      )}
      {trouble && <FailureAlert failure={trouble} onDismiss={() => setTrouble(undefined)} />}
    </div>
  )
}
