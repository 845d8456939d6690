/** Id of the composer's field: whatever closes returns focus to it. */
export const composerId = 'composer'

export const focusComposer = (): void => document.getElementById(composerId)?.focus()
