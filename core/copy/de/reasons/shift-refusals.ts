import type { ShiftRefusal } from '../../../contract/settings/overflow'

export const shiftRefusals: Readonly<Record<ShiftRefusal, string>> = {
  'recurrent-state': 'Sein rekurrenter Zustand wird aus allen Tokens berechnet, und kein Token lässt sich daraus entfernen.',
  'sliding-window': 'Sein Sliding Window speichert die Zellen in einem Ring. Mit dem vollen Sliding-Window-Cache funktioniert diese Regel.',
  'latent-attention':
    'Seine Latent Attention (MLA) speichert Positionen in einem Teil des Keys, der sich nicht zuverlässig verschieben lässt.',
  'other-memory': 'Sein Cache enthält mehr als Keys und Values einzelner Tokens.',
  'multi-axis-positions': 'Seine Positionen haben mehrere Achsen, und llama.cpp kann sie nur entlang einer Achse verschieben.',
}
