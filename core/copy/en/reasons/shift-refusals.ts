import type { ShiftRefusal } from '../../../contract/settings/overflow'

/** Why the cells of a model cannot be moved. */
export const shiftRefusals: Readonly<Record<ShiftRefusal, string>> = {
  'recurrent-state': 'Its recurrent state contains every token, and no part of it can be removed.',
  'sliding-window': 'Its sliding window keeps its cells in a ring. It works with the full sliding-window cache.',
  'latent-attention': 'Its latent attention (MLA) keeps positions in a part of the key that cannot be moved reliably.',
  'other-memory': 'Its memory contains more than K and V at positions.',
  'multi-axis-positions': 'Its positions have several axes, and llama.cpp moves them along one.',
}
