import type { ServerAddress } from '../../core/remote/server-facts'

/** `path` starts with a slash and may have a query. An address can have a path that a proxy adds. */
export const apiUrl = (address: ServerAddress, path: string): URL => new URL(`${address.url.replace(/\/+$/, '')}${path}`)

/** A path for one model of a router. Asking must not load the model. */
export const routedPath = (path: string, model: string): string => `${path}?model=${encodeURIComponent(model)}&autoload=false`
