export { startHeadless } from './start-headless'

process.umask(0o077)
