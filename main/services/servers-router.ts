import { implement } from '@orpc/server'
import { serverContract } from '../../core/contract/remote/server-contract'
import { defaultSampling } from '../../core/contract/settings/sampling'
import type { App } from './app'
import { done } from './common/done'

export function serversRouter({ remoteServers: servers }: App) {
  const os = implement(serverContract)
  return os.router({
    list: os.list.handler(() => servers.list()),
    check: os.check.handler(({ input, signal }) => servers.check(input, signal)),
    save: os.save.handler(({ input }) => servers.save(input)),
    remove: os.remove.handler(({ input }) => done(() => servers.remove(input.id))),
    connect: os.connect.handler(({ input, signal }) => done(() => servers.connect(input.id, input.model, signal))),
    disconnect: os.disconnect.handler(() => done(() => servers.disconnect())),
    status: os.status.handler(() => servers.status()),
    settings: os.settings.handler(({ input }) => ({ sampling: servers.settingsOf(input.id), defaults: defaultSampling })),
    changeSampling: os.changeSampling.handler(({ input }) => done(() => servers.changeSampling(input.id, input.change))),
  })
}
