export interface PaletteEntry {
  readonly id: string
  readonly name: string
  /** Other words that find it. */
  readonly words?: string | undefined
  /** The screen and the group of a setting. */
  readonly place?: string
  /** As shown to the user. Empty for none. */
  readonly keys?: string
  readonly run: () => void
}
