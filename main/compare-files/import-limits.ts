/** Files are parsed on the thread that serves windows. */
import { formatCount } from '../../core/text/amounts'

export const mostRows = 20_000
/** Ten times what llama-bench and Headroom write. */
export const mostColumns = 1000
/** Of all rows together; llama-bench has 41 columns. */
export const mostFields = 1_000_000

export const tooManyRows = `It has more than ${formatCount(mostRows)} lines or entries: split it.`
export const tooManyColumns = `It has more than ${formatCount(mostColumns)} columns: choose a file that llama-bench or Headroom wrote.`
export const tooManyFields = `It has more than ${formatCount(mostFields)} fields: split it.`
