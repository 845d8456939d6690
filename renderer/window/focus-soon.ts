/** Moves the keyboard focus after a command. A new element exists only in the next frame. */
export const focusSoon = (selector: string): void =>
  void requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus())
