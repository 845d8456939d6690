/** Hono's router, filled by the dialects. */
import { RegExpRouter } from 'hono/router/reg-exp-router'
import { SmartRouter } from 'hono/router/smart-router'
import { TrieRouter } from 'hono/router/trie-router'
import type { DialectFrame, Handler, RouteOptions, Routes } from '../routes'

export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly frame: DialectFrame
  readonly handler: Handler
  readonly options: RouteOptions
}

export class RouteTable implements Routes {
  readonly all: Route[] = []
  private readonly router = new SmartRouter<Route>({ routers: [new RegExpRouter(), new TrieRouter()] })

  get(frame: DialectFrame, path: string, handler: Handler, options: RouteOptions = {}): void {
    this.add({ method: 'GET', path, frame, handler, options })
  }
  post(frame: DialectFrame, path: string, handler: Handler, options: RouteOptions = {}): void {
    this.add({ method: 'POST', path, frame, handler, options })
  }
  delete(frame: DialectFrame, path: string, handler: Handler, options: RouteOptions = {}): void {
    this.add({ method: 'DELETE', path, frame, handler, options })
  }

  match(method: string, path: string): { readonly route: Route; readonly params: Readonly<Record<string, string>> } | undefined {
    const [[found] = [], stash] = this.router.match(method, path)
    if (!found) return undefined
    const [route, params] = found
    const values = Object.entries(params).map(([name, value]) => [name, typeof value === 'number' ? (stash?.[value] ?? '') : value])
    return { route, params: Object.fromEntries(values) as Record<string, string> }
  }

  /** For a path or a method without a route: the frame of the route that shares most parts of the path, from its start. */
  frameNear(path: string): DialectFrame {
    const parts = path.split('/')
    const sharedParts = (route: Route) => {
      const own = route.path.split('/')
      const other = own.findIndex((part, at) => part !== parts[at] && !part.startsWith(':'))
      return other === -1 ? own.length : other
    }
    return this.all.reduce((nearest, route) => (sharedParts(route) > sharedParts(nearest) ? route : nearest)).frame
  }

  private add(route: Route): void {
    this.all.push(route)
    this.router.add(route.method, route.path, route)
  }
}
