/** The composer's field, by its id: whoever closes something gives the focus back to it. */
export const composerId = 'composer'

export const focusComposer = (): void => document.getElementById(composerId)?.focus()
