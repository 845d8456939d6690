import type { Recording } from '../../../core/contract/lab/lab'
import { copy } from '../../../core/copy/copy'
import { Choice } from '../../ui/controls/choice'
import { showHead, useRecording } from './recording-store'

export function HeadChoice({ recording }: { readonly recording: Recording }) {
  const layer = useRecording((state) => state.layer)
  const queryHead = useRecording((state) => state.queryHead)
  const { layers, queryHeads, kvHeads } = recording.model
  const group = queryHeads / kvHeads
  const texts = copy.lab.recording.head
  const options = (count: number, name: (at: number) => string, note?: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => ({ value: String(at), label: name(at), note: note?.(at) }))
  return (
    <div className="ml-auto flex shrink-0 gap-2">
      <div className="w-28">
        <Choice
          label={texts.layer}
          value={String(layer)}
          options={options(layers, (at) => texts.layerName(at + 1))}
          onChange={(value) => showHead(Number(value), queryHead)}
        />
      </div>
      <div className="w-28">
        <Choice
          label={texts.head}
          value={String(queryHead)}
          options={options(
            queryHeads,
            (at) => texts.headName(at + 1),
            (at) => texts.reads(Math.floor(at / group) + 1),
          )}
          onChange={(value) => showHead(layer, Number(value))}
        />
      </div>
    </div>
  )
}
