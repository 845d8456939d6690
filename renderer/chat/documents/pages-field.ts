export const pagesFieldId = (documentId: string): string => `pages-${documentId}`

export function focusPages(documentId: string): void {
  const field = document.getElementById(pagesFieldId(documentId))
  field?.focus()
  if (field instanceof HTMLInputElement) field.select()
}
