import { setTimeout as sleep } from 'node:timers/promises'
import { defaultSampling } from '../../core/contract/settings/sampling'
import { describeEvent, describeNotice } from '../../core/copy/facts'
import { Random } from '../attack/random'
import { AppData } from '../engine/app-data'
import { benchSettings } from '../engine/engine-under-test'
import { type HeadlessHost, startHeadlessHost } from '../headless-host'
import { resources } from '../paths'
import { say } from '../say'
import { type Company, companyOf } from './company'
import { type HostProcess, outlived, processesOn } from './host-processes'
import { faultsOf, faultsOfCopy, missingIn, type StoreFaults } from './kept-messages'
import { faultsOfCaches } from './saved-caches'
import { type Acknowledged, type Shown, Talk } from './talk'
import { hasFaults, newTally, type Tally } from './tally'
import { WindowClient } from './window-client'

/** Short, so that one chat often sends a message during the other chat's answer. */
const answerTokens = 40

interface Started {
  readonly host: HeadlessHost
  readonly window: WindowClient
}

export class Kills {
  readonly ofHost = newTally()
  readonly ofEngine = newTally()
  private readonly data = new AppData()
  private readonly moments: Random
  private readonly acknowledged: Acknowledged[] = []
  private lastHeard: readonly Acknowledged[] = []
  private last = this.ofHost
  private current: HeadlessHost | undefined
  private isStopped = false

  /** `withinMs` is the longest time from an answer's first text to the kill. */
  constructor(
    private readonly seed: number,
    private readonly withinMs: number,
  ) {
    this.moments = new Random(seed)
  }

  stop(): void {
    this.isStopped = true
  }

  /** An error during the kills counts as a fault and does not reject. */
  async run(hostKills: number, engineKills: number): Promise<void> {
    const kv = { ...benchSettings, threads: 1, sequences: 2, contextTokens: 4096 }
    await this.data.addModel(resources.embeddedModelPath, kv, { ...defaultSampling, ignoreEndOfText: true, maxTokens: answerTokens })
    try {
      for (let round = 0; round < hostKills && !this.isStopped; round++) await this.killHost(round)
      if (engineKills > 0 && !this.isStopped) await this.killEngines(engineKills)
      const { host, window } = await this.start()
      await this.readBack(this.last, window, this.acknowledged)
      await this.end(host)
    } catch (error) {
      console.error(error)
      say(`Last output of the host: ${this.current?.lastOutput()}`)
      this.last.failures++
      this.current?.child.kill('SIGKILL')
    }
    if (hasFaults(this.ofHost) || hasFaults(this.ofEngine)) say(`The data folder is kept: ${this.data.folder}`)
    else this.data.remove()
  }

  private async killHost(round: number): Promise<void> {
    const tally = this.ofHost
    const { host, window } = await this.start()
    const { talk } = await this.atWork(tally, round, window)
    const killedAt = performance.now()
    host.child.kill('SIGKILL')
    await host.gone
    await this.areGone(tally, killedAt, () => true)
    await talk.end()
    this.heard(tally, talk)
    this.look(tally, faultsOfCopy(this.data.folder, this.acknowledged))
    this.tell('host', tally)
  }

  private async killEngines(count: number): Promise<void> {
    const tally = this.ofEngine
    const { host, window } = await this.start()
    for (let round = 0; round < count && !this.isStopped; round++) {
      const { enginePid } = await window.ready()
      const { talk, company } = await this.atWork(tally, round, window)
      const killedAt = performance.now()
      process.kill(enginePid, 'SIGKILL')
      await this.areGone(tally, killedAt, ({ pid }) => pid === enginePid)
      await talk.end()
      await company.leave()
      await window.until('the turns were over', ({ engine, turns }) => engine.status === 'gone' && turns.length === 0)
      this.heard(tally, talk)
      this.look(tally, faultsOf(this.data.folder, this.acknowledged))
      await this.readBack(tally, window, talk.acknowledged)
      tally.cutOff += await cutOffOf(window, talk.shown)
      await window.host.restartEngine({ safeSettings: false })
      await window.until('another engine was ready', ({ engine }) => engine.status === 'ready' && engine.info.pid !== enginePid)
      const engines = processesOn(this.data.folder).filter(({ kind }) => kind === 'engine').length
      if (engines !== 1) say(`Engine kill ${tally.kills}: ${engines} engines`)
      tally.left += Math.max(0, engines - 1)
      this.tell('engine', tally)
    }
    await this.end(host)
  }

  private async start(): Promise<Started> {
    const host = await startHeadlessHost(this.data.folder)
    this.current = host
    const window = await WindowClient.open(host)
    const { state } = await window.ready()
    const notices = state.notices.filter(({ code }) => code !== 'turn-interrupted').map(describeNotice)
    const events = (await window.host.events.list()).filter(({ kind, isTrouble }) => kind === 'store' && isTrouble).map(describeEvent)
    const news = [...notices, ...events]
    if (news.length > 0) {
      this.last.news++
      say(`Problems reported at the start after kill ${this.last.kills}: ${news.join(' ')}`)
    }
    await this.readBack(this.last, window, this.lastHeard)
    return { host, window }
  }

  private async atWork(tally: Tally, round: number, window: WindowClient): Promise<{ talk: Talk; company: Company }> {
    const company = await companyOf(round, window)
    const talk = new Talk(window, await window.engine(), new Random(this.seed + round))
    const moment = this.moments.below(this.withinMs)
    await talk.streams()
    await sleep(moment)
    const kinds = new Set(processesOn(this.data.folder).map(({ kind }) => kind))
    this.last = tally
    tally.kills++
    if (talk.streaming > 0) tally.whileStreaming++
    if (kinds.has('Lab')) tally.withLab++
    if (kinds.has('trial')) tally.withTrial++
    return { talk, company }
  }

  private async areGone(tally: Tally, killedAt: number, isOne: (found: HostProcess) => boolean): Promise<void> {
    const { ms, left } = await outlived(this.data.folder, killedAt, isOne)
    tally.longestMs = Math.max(tally.longestMs, ms)
    tally.left += left.length
    if (left.length > 0) say(`Still running after kill ${tally.kills}: ${left.map(({ kind, pid }) => `${kind} ${pid}`).join(', ')}`)
  }

  private heard(tally: Tally, talk: Talk): void {
    tally.acknowledged += talk.acknowledged.length
    this.acknowledged.push(...talk.acknowledged)
    this.lastHeard = talk.acknowledged
  }

  private look(tally: Tally, { integrity, lost, sessionKey }: StoreFaults): void {
    const caches = faultsOfCaches(this.data.folder, sessionKey)
    tally.caches += caches.checked
    tally.damagedCaches += caches.damaged.length
    for (const name of caches.damaged) say(`Kill ${tally.kills}: the saved cache ${name} is damaged`)
    if (integrity !== undefined) {
      tally.damaged++
      say(`Kill ${tally.kills}: integrity_check says ${integrity}`)
    }
    this.lose(tally, lost, 'on disk')
  }

  private async readBack(tally: Tally, window: WindowClient, acknowledged: readonly Acknowledged[]): Promise<void> {
    const found: Acknowledged[] = []
    for (const conversationId of new Set(acknowledged.map((message) => message.conversationId)))
      try {
        found.push(...(await window.host.conversations.read({ conversationId })).messages)
      } catch (error) {
        say(`Conversation ${conversationId}: ${error}`)
      }
    this.lose(tally, missingIn(found, acknowledged), 'in the window')
  }

  private lose(tally: Tally, lost: readonly Acknowledged[], where: string): void {
    for (const { id, conversationId } of lost) {
      tally.lost.add(id)
      say(`Kill ${tally.kills}: message ${id} of conversation ${conversationId} is missing ${where}`)
    }
  }

  private tell(what: string, { kills, acknowledged, longestMs }: Tally): void {
    say(`${what}: ${kills} kills, ${acknowledged} messages acknowledged, processes outlived a kill by at most ${Math.round(longestMs)} ms`)
  }

  private async end(host: HeadlessHost): Promise<void> {
    host.child.kill('SIGTERM')
    await host.gone
  }
}

async function cutOffOf({ host }: WindowClient, shown: readonly Shown[]): Promise<number> {
  let cutOff = 0
  for (const { id, conversationId, text } of shown) {
    const { messages } = await host.conversations.read({ conversationId })
    const stored = messages.find((message) => message.id === id)?.text ?? ''
    if (stored.startsWith(text)) continue
    cutOff++
    say(`Answer ${id}: ${text.length} characters were shown, ${stored.length} are stored`)
  }
  return cutOff
}
