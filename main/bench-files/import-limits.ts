/** How much an imported file may hold: its rows are made and checked on the thread that answers the windows. */
import { formatCount } from '../../core/text/amounts'

export const mostRows = 20_000
/** llama-bench and Headroom together write less than a tenth. */
export const mostColumns = 1000
/** Of all rows. llama-bench has 41 columns. */
export const mostFields = 1_000_000

export const tooManyRows = `It has more than ${formatCount(mostRows)} lines or entries: split it.`
export const tooManyColumns = `It has more than ${formatCount(mostColumns)} columns: choose a file that llama-bench or Headroom wrote.`
export const tooManyFields = `It has more than ${formatCount(mostFields)} fields: split it.`
