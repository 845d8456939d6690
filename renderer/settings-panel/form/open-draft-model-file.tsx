import { FolderOpen } from 'lucide-react'
import { useState } from 'react'
import type { ModelFile } from '../../../core/contract/models/models'
import { copy } from '../../../core/copy/copy'
import type { Sentence } from '../../../core/copy/failures'
import { connectedHost } from '../../client/app-store'
import { sentenceFor } from '../../client/failures'
import { isDesktop } from '../../client/transport'
import { addFile } from '../../models/library/model-actions'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/controls/button'
import { FileButton } from '../../ui/controls/file-button'

export function OpenDraftModelFile({ onFile }: { readonly onFile: (file: ModelFile) => void }) {
  const [trouble, setTrouble] = useState<Sentence>()
  const take = async (work: () => Promise<ModelFile | null>) => {
    try {
      const file = await work()
      setTrouble(undefined)
      if (file) onFile(file)
    } catch (error) {
      setTrouble(sentenceFor(error))
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
          onFile={(file) => void take(() => addFile(file))}
        >
          <FolderOpen size={15} aria-hidden /> {copy.settings.speculation.uploadFile}
        </FileButton>
      )}
      {trouble && <Alert tone="danger" sentence={trouble} onDismiss={() => setTrouble(undefined)} />}
    </div>
  )
}
