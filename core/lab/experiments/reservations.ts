import { seededRandom } from '../../stats/seeded-random'
import { memoryShares, type Reservation, reservations } from '../paged/request-trace'
import { type ExperimentResult, resultOf } from './experiment'
import { busyServer } from './setups'

interface Row {
  readonly reservation: Reservation
  readonly tokens: number
  readonly reserved: number
  readonly free: number
  readonly running: number
}
export function runReservations(seed: number): ExperimentResult {
  const settings = { ...busyServer, blockTokens: 16 }
  const rows = reservations.map((reservation): Row => {
    const shares = memoryShares(reservation, seededRandom(seed), settings)
    const percent = { tokens: 100 * shares.tokens, reserved: 100 * shares.reserved, free: 100 * shares.free }
    return { reservation, ...percent, running: shares.runningRequests }
  })
  return resultOf('reservations', { model: null, seed }, rows)
}
