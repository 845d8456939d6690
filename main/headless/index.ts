/** For scripts with their own parts, like `npm run dev`. */
export { startHeadless } from './start-headless'

// Files of this process are private to this account.
process.umask(0o077)
