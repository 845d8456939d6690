/** Saves a text as a file, by the browser's own download. Both hosts have it. */
export interface SavedText {
  readonly fileName: string
  readonly mediaType: string
  readonly text: string
}

/** The download has read the blob long before. */
const revokeAfterMs = 10_000

export function saveFile({ fileName, mediaType, text }: SavedText): void {
  const address = URL.createObjectURL(new Blob([text], { type: mediaType }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), revokeAfterMs)
}
