import type { ByteSource } from '../../../core/gguf/byte-window'
import { isUrl } from '../../../core/remote/typed-url'
import { asFileFailure } from '../files/file-failures'
import { typedPath } from '../files/typed-path'
import { modelUrl, shownUrl } from '../network/remote-url'
import { withFileSource } from './file-source'
import { type Traffic, withHttpSource } from './http-source'
import type { HttpOptions } from './remote-file'

export interface ModelLocation {
  readonly kind: 'file' | 'http'
  readonly name: string
  sibling(name: string): ModelLocation
  /** Throws file or server errors. */
  read<T>(options: HttpOptions, work: (source: ByteSource, traffic: Traffic) => Promise<T>): Promise<T>
}

/** Throws `url-invalid`, `file-address-unusable`. */
export const locationOf = (pathOrUrl: string): ModelLocation =>
  isUrl(pathOrUrl) && !/^file:/i.test(pathOrUrl) ? remote(modelUrl(pathOrUrl)) : fileLocation(typedPath(pathOrUrl))

const noTraffic: Traffic = { requests: 0, fetchedBytes: 0 }
export const fileLocation = (path: string): ModelLocation => ({
  kind: 'file',
  name: path,
  sibling: fileLocation,
  async read({ signal }, work) {
    signal?.throwIfAborted()
    try {
      return await withFileSource(path, (source) => work(source, noTraffic))
    } catch (error) {
      throw asFileFailure(error, path)
    }
  },
})

const remote = (url: URL): ModelLocation => ({
  kind: 'http',
  name: shownUrl(url),
  sibling(name) {
    const other = new URL(name)
    other.search = url.search
    return remote(other)
  },
  read: (options, work) => withHttpSource(url, options, work),
})
