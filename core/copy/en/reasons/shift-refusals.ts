import type { ShiftRefusal } from '../../../contract/settings/overflow'

/** Why the cells of a model cannot be moved. */
export const shiftRefusals: Readonly<Record<ShiftRefusal, string>> = {
  'recurrent-state': 'Its recurrent state is computed from all tokens, and no token can be removed from it.',
  'sliding-window': 'Its sliding-window layers keep their cells in a ring. With the full sliding-window cache, this policy works.',
  'latent-attention': 'Its latent attention (MLA) keeps positions in a part of the key that cannot be moved reliably.',
  'other-memory': 'Its cache contains more than the keys and values of single tokens.',
  'multi-axis-positions': 'Its positions have several axes, and llama.cpp can move them along one axis only.',
}
