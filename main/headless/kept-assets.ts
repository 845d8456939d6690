/** Keeps each asset in memory only once, however many connections read it slowly. */
import { type FileAnswer, rendererFile } from '../web/renderer-files'

export class KeptAssets {
  private readonly kept = new Map<string, Promise<FileAnswer>>()
  constructor(private readonly folder: string) {}

  /** `pathname` must have no percent-encoding, so that each file has one name. */
  file(pathname: string): Promise<FileAnswer> {
    if (pathname === '/') return rendererFile(this.folder, pathname)
    const known = this.kept.get(pathname)
    if (known) return known
    const answer = rendererFile(this.folder, pathname)
    this.kept.set(pathname, answer)
    void answer.then(({ status }) => {
      if (status !== 200) this.kept.delete(pathname)
    })
    return answer
  }
}
