export interface SavedText {
  readonly fileName: string
  readonly mediaType: string
  readonly text: string
}

/** After this time, the download has read the blob. */
const revokeAfterMs = 10_000

export const saveFile = ({ fileName, mediaType, text }: SavedText): void => saveBlob(fileName, new Blob([text], { type: mediaType }))

export function saveBlob(fileName: string, blob: Blob): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), revokeAfterMs)
}
