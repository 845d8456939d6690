import { useStore } from 'zustand'
import { copy } from '../../../core/copy/copy'
import type { PlanSubject } from '../../../core/plan/plan-subject'
import { changeableShape, isChanged, type ShapeChange } from '../../../core/plan/what-if/changed-shape'
import { formatCount } from '../../../core/text/amounts'
import { Button } from '../../ui/controls/button'
import { ValueSlider } from '../../ui/controls/value-slider'
import { plannerStore, setWhatIf } from '../plan/planner-store'
import { shapeStops } from './shape-stops'

/** `subject` has the file's shape. */
export function ShapeControls({ subject }: { readonly subject: PlanSubject }) {
  const shape = useStore(plannerStore, (state) => state.whatIf.shape)
  const { layers, heads } = changeableShape(subject)
  const texts = copy.planner.whatIf.shape
  const change = (part: ShapeChange) => setWhatIf({ shape: { ...shape, ...part } })
  return (
    <details className="py-1">
      <summary className="cursor-pointer text-soft">{texts.title}</summary>
      <p className="mt-1 mb-1 text-[12px] text-faint leading-snug">{texts.meaning}</p>
      <ShapeSlider field="layers" own={layers} value={shape.layers ?? layers} onChange={(value) => change({ layers: value })} />
      {heads && (
        <>
          <ShapeSlider
            field="kvHeads"
            own={heads.kvHeads}
            most={heads.queryHeads}
            value={shape.kvHeads ?? heads.kvHeads}
            onChange={(value) => change({ kvHeads: value })}
          />
          <ShapeSlider
            field="headDim"
            own={heads.headDim}
            value={shape.headDim ?? heads.headDim}
            onChange={(value) => change({ headDim: value })}
          />
        </>
      )}
      {isChanged(subject, shape) && (
        <Button className="mt-1" onClick={() => setWhatIf({ shape: {} })}>
          {texts.reset}
        </Button>
      )}
    </details>
  )
}

interface ShapeSliderProps {
  readonly field: keyof ShapeChange
  readonly own: number
  readonly most?: number
  readonly value: number
  readonly onChange: (value: number) => void
}

function ShapeSlider({ field, own, most, value, onChange }: ShapeSliderProps) {
  const texts = copy.planner.whatIf.shape
  const { name, unit } = texts[field]
  const stops = shapeStops(field, own, most)
  return (
    <div className="pb-1">
      <div className="flex items-baseline justify-between gap-2">
        <span className="text-soft">{name}</span>
        <span>
          {value !== own && <span className="mr-2 text-[12px] text-faint">{texts.own(own)}</span>}
          <span className={value === own ? '' : 'font-medium text-warning'}>{formatCount(value)}</span>
        </span>
      </div>
      <ValueSlider
        label={texts.slider(name)}
        positions={stops.length}
        position={Math.max(0, stops.indexOf(value))}
        valueText={`${formatCount(value)} ${unit}`}
        onChange={(position) => onChange(stops[position] ?? own)}
      />
    </div>
  )
}
