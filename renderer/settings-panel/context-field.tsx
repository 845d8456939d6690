import type { KvSettings } from '../../core/contract/settings/kv-settings'
import { copy } from '../../core/copy/copy'
import type { CacheShape } from '../../core/kv/shape/cache-shape'
import { autoText, type ContextPreview, contextHint, contextWarning } from '../settings/context-preview'
import type { NumberFieldName } from '../settings/number-fields'
import { NumberSetting } from '../settings/number-setting'
import { contextStops, nearestStop, trainedStop } from '../settings/stops'
import { ValueSlider } from '../ui/controls/value-slider'

export interface ContextFieldProps {
  readonly value: KvSettings
  /** null until known. */
  readonly shape: CacheShape | null
  readonly preview: ContextPreview
  readonly typed: Readonly<Record<string, string>>
  readonly isPlain: boolean
  readonly onChange: (change: Partial<KvSettings>) => void
  readonly onTyped: (field: NumberFieldName, text: string | null) => void
}

export function ContextField(props: ContextFieldProps) {
  const { value, shape, preview, typed, isPlain, onChange, onTyped } = props
  const { problem } = preview
  const { context, contextLabel, contextMeaning } = copy.settings.plain
  return (
    <>
      <NumberSetting
        field="contextTokens"
        {...(isPlain ? { name: context, label: contextLabel, explanation: contextMeaning } : {})}
        value={value.contextTokens === 'auto' ? null : value.contextTokens}
        onChange={(tokens) => onChange({ contextTokens: tokens ?? 'auto' })}
        typed={typed.contextTokens}
        onTyped={(text) => onTyped('contextTokens', text)}
        step={256}
        placeholder={autoText(value.contextTokens === 'auto' ? preview.choice : null)}
        problem={problem?.field === 'contextTokens' ? problem.text : undefined}
        warning={contextWarning(shape, value)}
        hint={contextHint(shape, value, preview)}
      />
      {shape && (
        <ContextSlider
          label={isPlain ? context : copy.settings.context.slider}
          value={value}
          shape={shape}
          preview={preview}
          onChange={onChange}
        />
      )}
    </>
  )
}

function ContextSlider({
  label,
  value,
  shape,
  preview,
  onChange,
}: Pick<ContextFieldProps, 'value' | 'preview' | 'onChange'> & { readonly label: string; readonly shape: CacheShape }) {
  const stops = contextStops(shape.trainedTokens)
  const text = copy.settings.context
  const tokens =
    value.contextTokens === 'auto' ? (preview.choice?.kind === 'fits' ? preview.choice.contextTokens : 256) : value.contextTokens
  const markedFrom = trainedStop(stops, shape.trainedTokens)
  return (
    <div className="flex items-center gap-2 pb-1" title={markedFrom === undefined ? undefined : text.trainedUpTo(shape.trainedTokens)}>
      <ValueSlider
        markedFrom={markedFrom}
        label={label}
        positions={stops.length}
        position={nearestStop(stops, tokens)}
        valueText={text.sliderText(tokens, value.contextTokens === 'auto')}
        onChange={(position) => onChange({ contextTokens: stops[position] ?? tokens })}
      />
      <button
        type="button"
        aria-pressed={value.contextTokens === 'auto'}
        className="h-6 shrink-0 rounded border border-line px-2 text-[12px] text-soft hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-ink"
        onClick={() => onChange({ contextTokens: 'auto' })}
      >
        {text.auto}
      </button>
    </div>
  )
}
