import { copy } from '../../core/copy/copy'
import { recordingStore, startRecording } from '../lab/recording/recording-store'
import { showScreen } from '../window/window-store'

export function LabLink() {
  return (
    <button type="button" className="self-start text-left text-[12px] text-accent underline-offset-3 hover:underline" onClick={showInLab}>
      {copy.cache.lab}
    </button>
  )
}

/** Records the example at once, unless there is a recording. */
function showInLab(): void {
  const { recording, progress } = recordingStore.getState()
  showScreen('lab')
  if (!recording && !progress) void startRecording()
}
