import { Slider } from '@base-ui/react/slider'

export interface ValueSliderProps {
  readonly label: string
  /** Number of positions. Arrow keys move by 1, Page Up and Page Down by 4. */
  readonly positions: number
  readonly position: number
  readonly onChange: (position: number) => void
  readonly valueText: string
  /** The track is dashed from this position on. */
  readonly markedFrom?: number | undefined
  readonly disabled?: boolean
}

const dashes = 'repeating-linear-gradient(90deg, var(--panel) 0 3px, transparent 3px 6px)'

export function ValueSlider({ label, positions, position, onChange, valueText, markedFrom, disabled = false }: ValueSliderProps) {
  return (
    <Slider.Root
      value={position}
      min={0}
      max={Math.max(1, positions - 1)}
      largeStep={4}
      disabled={disabled}
      onValueChange={(next) => onChange(next)}
      className="w-full data-[disabled]:opacity-50"
    >
      <Slider.Control className="flex h-5 w-full cursor-pointer touch-none items-center px-2 data-[disabled]:cursor-default">
        <Slider.Track className="h-1 w-full rounded-full bg-line-strong">
          <Slider.Indicator className="rounded-full bg-accent" />
          {markedFrom !== undefined && (
            <span
              data-marked
              className="absolute inset-y-0 right-0"
              style={{ left: `${(markedFrom / Math.max(1, positions - 1)) * 100}%`, backgroundImage: dashes }}
            />
          )}
          <Slider.Thumb
            getAriaLabel={() => label}
            getAriaValueText={() => valueText}
            className="size-4 rounded-full border-2 border-accent bg-raised has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-accent has-[:focus-visible]:outline-offset-2"
          />
        </Slider.Track>
      </Slider.Control>
    </Slider.Root>
  )
}
