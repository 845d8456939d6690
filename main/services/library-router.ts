import { implement } from '@orpc/server'
import { libraryContract } from '../../core/contract/models/library'
import type { CreditLedgers } from '../../core/streams/pacing'
import type { App } from './app'
import { done } from './common/done'

export function libraryRouter({ libraryService: library, templates }: App, ledgers: CreditLedgers) {
  const os = implement(libraryContract)
  return os.router({
    follow: os.follow.handler(({ input, signal }) => ledgers.pace(input.streamId, signal, library.reader(input.everyMs, signal))),

    scan: os.scan.handler(() => done(() => void library.scan())),
    addFolder: os.addFolder.handler(({ input }) => done(() => library.addFolder(input.path))),
    addFolderDialog: os.addFolderDialog.handler(async () => ({ added: await library.addFolderDialog() })),
    leaveFolder: os.leaveFolder.handler(({ input }) => done(() => library.setFolder(input.path, false))),
    readFolder: os.readFolder.handler(({ input }) => done(() => library.setFolder(input.path, true))),
    reveal: os.reveal.handler(({ input }) => done(() => library.reveal(input.modelId))),
    removeFromDisk: os.removeFromDisk.handler(({ input }) => done(() => library.removeFromDisk(input.modelId))),
    fits: os.fits.handler(({ input }) => library.fits(input.modelIds)),

    setOffline: os.setOffline.handler(({ input }) => done(() => library.setOffline(input.isOffline))),
    setToken: os.setToken.handler(({ input }) => done(() => library.setToken(input.token))),
    browse: os.browse.handler(({ input, signal }) => library.browse(input.address, signal)),
    search: os.search.handler(({ input, signal }) => library.search(input.words, signal)),
    download: os.download.handler(async ({ input, signal }) => ({ transferId: await library.download(input.url, signal) })),
    pause: os.pause.handler(({ input }) => done(() => library.pauseTransfer(input.transferId))),
    resume: os.resume.handler(({ input }) => done(() => library.resumeTransfer(input.transferId))),
    cancel: os.cancel.handler(({ input }) => done(() => library.cancelTransfer(input.transferId))),

    lookAt: os.lookAt.handler(({ input }) => library.lookAt(input.paths)),
    take: os.take.handler(({ input }) => library.take(input.path, input.how)),

    template: {
      read: os.template.read.handler(({ input }) => templates.read(input.modelId)),
      test: os.template.test.handler(({ input }) => templates.test(input.template, input.messages)),
      write: os.template.write.handler(({ input }) => done(() => templates.write(input.modelId, input.template))),
    },
  })
}
