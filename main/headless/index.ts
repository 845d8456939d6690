/** For scripts that start the headless host with parts of their own, like `npm run dev`. */
export { startHeadless } from './start-headless'
