/** Where a dialect registers its paths. The server checks host, origin, key, size and JSON before it calls a handler. */
import type { z } from 'zod'
import type { Refusal } from '../../core/serve/refusal'
import type { ServedClient, ServedDialect } from '../../core/serve/served-request'
import type { Reply } from './reply'
import type { ServeService } from './serve-service'

export interface Call {
  readonly client: ServedClient
  /** The parsed JSON object of a POST. `{}` for a GET. */
  readonly body: Readonly<Record<string, unknown>>
  readonly query: URLSearchParams
  /** The parts of the path that a route names, such as `model` in `/v1/models/:model`. */
  readonly params: Readonly<Record<string, string>>
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Aborts when the client goes away. */
  readonly signal: AbortSignal
}

export type Handler = (call: Call) => Promise<Reply> | Reply

export interface DialectFrame {
  readonly dialect: ServedDialect
  /** The body of an error in the shape of the dialect. */
  refused(refusal: Refusal): unknown
}

export interface RouteOptions {
  /** Answers without a key, such as `/health`. Never reveals anything about prompts. */
  readonly isPublic?: boolean
  /** A POST without a body is an empty object. */
  readonly takesNoBody?: boolean
  /** For `/openapi.json`. The handler parses the body with the same schema. */
  readonly body?: z.ZodType
  /** For `/openapi.json`, as `body`. */
  readonly query?: z.ZodObject
  readonly summary?: string
}

export interface Routes {
  get(frame: DialectFrame, path: string, handler: Handler, options?: RouteOptions): void
  post(frame: DialectFrame, path: string, handler: Handler, options?: RouteOptions): void
  delete(frame: DialectFrame, path: string, handler: Handler, options?: RouteOptions): void
}

/** Each dialect's folder exports one. main/serve/http/dialects.ts lists them. */
export type Dialect = (routes: Routes, service: ServeService) => void
