import { seededRandom } from '../../stats/seeded-random'
import { memoryShares, type Reservation, reservations } from '../paged/request-trace'
import { busyServer, busyServerText } from './busy-server'
import { type Experiment, type ExperimentResult, resultOf } from './experiment'

interface Row {
  readonly reservation: string
  readonly tokens: number
  readonly reserved: number
  readonly free: number
  readonly running: number
}
export const reservationShares: Experiment<Row> = {
  name: 'reservations',
  title: 'What memory holds when requests reserve it, and when they take blocks',
  expected:
    'Contiguous reservations hold tokens in a fifth to two fifths of the memory (20.4, 26.8 and 38.2 % in the PagedAttention paper, as Orca’s Max, Pow2 and Oracle), blocks in nearly all of it (96.3 %), ' +
    'so several times as many requests run at once.',
  columns: [
    { key: 'reservation', label: 'reservation', unit: null },
    { key: 'tokens', label: 'holds tokens', unit: '%' },
    { key: 'reserved', label: 'reserved, not written', unit: '%' },
    { key: 'free', label: 'free, of no use', unit: '%' },
    { key: 'running', label: 'requests at once', unit: null },
  ],
}

const reservationNames: Readonly<Record<Reservation, string>> = {
  max: 'whole context',
  pow2: 'power of two',
  oracle: 'what it needs',
  paged: 'blocks',
}

const notes = [
  'The lengths have the means of the paper’s ShareGPT trace, 161 and 338 tokens. Their spread is an assumption: log-normal, with a standard deviation of 1 in the logarithm. The paper names none, and the shares depend on it.',
]

export function runReservations(seed: number): ExperimentResult {
  const settings = { ...busyServer, blockTokens: 16 }
  const rows = reservations.map((reservation) => {
    const shares = memoryShares(reservation, seededRandom(seed), settings)
    const percent = { tokens: 100 * shares.tokens, reserved: 100 * shares.reserved, free: 100 * shares.free }
    return { reservation: reservationNames[reservation], ...percent, running: shares.runningRequests }
  })
  return resultOf(reservationShares, { model: null, text: busyServerText, seed }, rows, notes)
}
