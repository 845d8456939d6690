/** For `npm run dev`. */
export { startHeadless } from './start-headless'

// Private to this account.
process.umask(0o077)
