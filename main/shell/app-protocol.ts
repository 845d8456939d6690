import { protocol } from 'electron'
import { rendererFile } from '../web/renderer-files'
import { isOwnAddress } from './own-page'

/** Call before the app is ready. */
export function declareAppProtocol(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
}

/** Call once the app is ready. */
export function serveAppProtocol(rendererFolder: string): void {
  protocol.handle('app', async (request) => {
    const url = new URL(request.url)
    if (!isOwnAddress(request.url)) return new Response('Not allowed', { status: 403 })
    const { status, headers, body } = await rendererFile(rendererFolder, url.pathname)
    return new Response(typeof body === 'string' ? body : new Uint8Array(body), { status, headers })
  })
}
