import { useStore } from 'zustand'
import { copy } from '../../core/copy/copy'
import { FailureAlert } from '../ui/alert'
import { dismissLibraryTrouble, libraryStore } from './library/library-store'
import { dismissTrouble, modelActions } from './library/model-actions'

/** A failure is about what the user sees now, not about the next conversation. */
export function forgetTroubles(): void {
  dismissTrouble()
  dismissLibraryTrouble()
}

/** The actions of opening, uploading and managing model files. */
export function ModelTroubles() {
  const { trouble, upload } = useStore(modelActions)
  const libraryTrouble = useStore(libraryStore, (state) => state.trouble)
  return (
    <>
      {trouble && (
        <div className="mt-4">
          <FailureAlert failure={trouble} onDismiss={dismissTrouble} />
        </div>
      )}
      {libraryTrouble && (
        <div className="mt-4">
          <FailureAlert failure={libraryTrouble} onDismiss={dismissLibraryTrouble} />
        </div>
      )}
      {upload && (
        <p role="status" className="mt-4 text-[13px] text-soft">
          {copy.models.uploading(upload.name, Math.round(upload.share * 100))}
        </p>
      )}
    </>
  )
}
