/** For scripts that start the headless host with parts of their own, like `npm run dev`. */
export { startHeadless } from './start-headless'

// No other account of this machine may read what this process writes.
process.umask(0o077)
