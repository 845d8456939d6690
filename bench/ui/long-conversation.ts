import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { defaultKvSettings } from '../../core/contract/settings/kv-defaults'
import { defaultSampling } from '../../core/contract/settings/sampling'
import { embeddedModelId } from '../../main/library/scan/model-library'
import { openStore } from '../../main/store/store'
import { workFolder } from '../paths'

export const longTitle = 'A long conversation'

const question = (index: number): string => `Question ${index}: what does the cache hold after ${index * 40} tokens, and what does it cost?`
const answer = (index: number): string =>
  [
    `After **${index * 40} tokens** the cache holds their keys and values, one cell each.`,
    `| type | bytes per token |\n|---|---:|\n| f16 | ${index * 4} |\n| q8_0 | ${index * 2} |`,
    `- K is read once per token\n- V is read once per token\n- the weights are read once per batch, see \`n_ubatch\``,
    `\`\`\`ts\nconst bytes = layers * cells * rowBytes(type, ${index})\nreturn bytes / 2 ** 20\n\`\`\``,
  ].join('\n\n')

export function longConversation(messages: number, contextTokens: number): string {
  const folder = mkdtempSync(join(workFolder, 'data-ui-'))
  const store = openStore(folder, 'desktop')
  const { id } = store.conversations.create('')
  store.database.run('BEGIN')
  let parentId: string | null = null
  for (let index = 0; index < messages / 2; index++) {
    const prompt = store.messages.addPrompt(id, parentId, question(index))
    const written = store.messages.addAnswer({ conversationId: id, parentId: prompt.id, turnId: `seed-${index}`, modelName: 'seeded' })
    store.messages.append(written.id, answer(index))
    store.messages.seal(written.id, 'complete', {})
    parentId = written.id
  }
  store.database.run('COMMIT')
  if (parentId) store.conversations.setLeaf(id, parentId)
  store.conversations.rename(id, longTitle)
  store.modelSettings.write(embeddedModelId, { ...defaultKvSettings, contextTokens }, defaultSampling)
  store.close()
  return folder
}
