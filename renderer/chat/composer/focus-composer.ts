export const composerId = 'composer'

export const focusComposer = (): void => document.getElementById(composerId)?.focus()
