/** Entry for scripts that start the headless host with their own parts, like `npm run dev`. */
export { startHeadless } from './start-headless'

// Makes files of this process private to this account.
process.umask(0o077)
