import type { ShiftRefusal } from '../../../contract/settings/overflow'

/** Each completes "Cells of this model cannot be moved: ...". */
export const shiftRefusals: Readonly<Record<ShiftRefusal, string>> = {
  'recurrent-state': 'a recurrent state has taken everything in, and no part of it can be taken out',
  'sliding-window': 'the sliding window keeps its cells in a ring; with the full cache for sliding-window layers it works',
  'latent-attention': 'the positions of latent attention (MLA) lie in a part of the key that is not moved reliably',
  'other-memory': 'this kind of memory has more than keys and values at positions',
  'multi-axis-positions': 'its positions have several axes, and llama.cpp moves along one',
}
