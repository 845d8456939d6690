/** Waits for the next frame, because a new element does not exist earlier. */
export const focusSoon = (selector: string): void =>
  void requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus())
