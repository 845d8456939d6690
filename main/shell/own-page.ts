/** Which address is ours. Node knows no origin for schemes that it does not know: `app:`, `file:` and `data:` all have "null". */

/**
 * Vite's server while `npm run dev` runs, such as `http://127.0.0.1:5173`. An installed app never takes one.
 *
 * @param folder of the running bundle; that of an installed app is in the archive `app.asar`
 */
export const devServerFor = (folder: string, environment: NodeJS.ProcessEnv): string | undefined =>
  /[\\/]app\.asar([\\/]|$)/.test(folder) ? undefined : environment.HEADROOM_DEV_SERVER

export const devServer = devServerFor(import.meta.dirname, process.env)

export const appOrigin = devServer ?? 'app://local'

export function isOwnAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, host } = new URL(address)
  return `${protocol}//${host}` === appOrigin
}
