/** Core is compiled without platform types. Node, Electron and browsers all have these. */
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean })
  decode(bytes?: Uint8Array): string
}
declare class TextEncoder {
  encode(text?: string): Uint8Array
}
interface AbortSignal {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}
declare const performance: { now(): number }
declare function setTimeout(callback: () => void, ms: number): unknown
declare function clearTimeout(timer: unknown): void
declare class URL {
  static canParse(url: string): boolean
  constructor(url: string, base?: string)
  readonly href: string
  readonly protocol: string
  hostname: string
}
