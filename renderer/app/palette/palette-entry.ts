export interface PaletteEntry {
  readonly id: string
  readonly name: string
  /** The screen and the group of a setting. */
  readonly place?: string
  /** As shown to the user. Empty for none. */
  readonly keys?: string
  readonly run: () => void
}
