import { implement } from '@orpc/server'
import { mcpContract, toolsContract } from '../../core/contract/mcp/mcp-contract'
import { findConfigs, readConfig } from '../mcp/found-configs'
import type { App } from './app'
import { done } from './common/done'

export function mcpRouter({ servers, places }: App) {
  const os = implement(mcpContract)
  return os.router({
    list: os.list.handler(() => servers.list()),
    read: os.read.handler(({ input }) => ({ text: servers.textOf(input.name) })),
    save: os.save.handler(async ({ input }) => ({ names: await servers.save(input.text) })),
    remove: os.remove.handler(({ input }) => done(() => servers.remove(input.name))),
    start: os.start.handler(({ input }) => done(() => servers.start(input.name))),
    stop: os.stop.handler(({ input }) => done(() => servers.stop(input.name))),
    log: os.log.handler(({ input }) => ({ text: servers.logOf(input.name) })),
    find: os.find.handler(() => findConfigs(places)),
    importFound: os.importFound.handler(async ({ input }) => ({ names: await servers.save(await readConfig(input.app, places)) })),
  })
}

export function toolsRouter({ tools, toolRounds }: App) {
  const os = implement(toolsContract)
  return os.router({
    preview: os.preview.handler(({ input }) => tools.preview(input)),
    switch: os.switch.handler(({ input }) => done(() => tools.switch(input))),
    decide: os.decide.handler(({ input }) => done(() => toolRounds.decide(input.callId, input.decision))),
    stopCalls: os.stopCalls.handler(({ input }) => done(() => toolRounds.stop(input.conversationId))),
    resume: os.resume.handler(({ input }) => done(() => toolRounds.resume(input.conversationId, input.messageId))),
  })
}
