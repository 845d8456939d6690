/** Vite's address, such as `http://127.0.0.1:5173`. undefined in an installed app. */
export const devServerFor = (folder: string, environment: NodeJS.ProcessEnv): string | undefined =>
  /[\\/]app\.asar([\\/]|$)/.test(folder) ? undefined : environment.HEADROOM_DEV_SERVER

export const devServer = devServerFor(import.meta.dirname, process.env)

export const appOrigin = devServer ?? 'app://local'

export function isOwnAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, host } = new URL(address)
  return `${protocol}//${host}` === appOrigin
}
