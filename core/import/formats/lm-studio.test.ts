/**
 * Fields as LM Studio writes them. The update messages of its processing API have the same fields as the blocks in its files.
 *
 * Source: lmstudio-ai/lmstudio-js 6ec11db1, packages/lms-shared-types/src/llm/processing/ProcessingUpdate.ts.
 */
import { describe, expect, it } from 'vitest'
import { importedValue, nothing, shownPath } from '../testing/import-files'

const said = (text: string, marks: { readonly fromDraftModel?: boolean; readonly isStructural?: boolean } = {}) => ({
  type: 'text',
  text,
  fromDraftModel: false,
  tokensCount: 1,
  isStructural: false,
  ...marks,
})
const step = (content: readonly unknown[], more: object = {}) => ({
  type: 'contentBlock',
  stepIdentifier: '1780959830000-0.2',
  content,
  defaultShouldIncludeInContext: true,
  shouldIncludeInContext: true,
  ...more,
})
const answered = (steps: readonly unknown[]) =>
  importedValue({
    name: null,
    pinned: false,
    createdAt: 1780959551824,
    preset: '',
    systemPrompt: '',
    perChatPredictionConfig: { fields: [] },
    messages: [
      { versions: [{ type: 'singleStep', role: 'user', content: [{ type: 'text', text: 'Well?' }] }], currentlySelected: 0 },
      { versions: [{ type: 'multiStep', role: 'assistant', senderInfo: { senderName: 'qwen3-8b' }, steps }], currentlySelected: 0 },
    ],
  })

describe('the texts of a step', () => {
  it('are joined, because LM Studio splits a text where tokens of the draft model begin and end', () => {
    const conversation = answered([step([said('An ar'), said('ch carries ', { fromDraftModel: true }), said('its load.')])])
    expect(shownPath(conversation).at(-1)?.parts).toEqual([['text', 'An arch carries its load.']])
  })
  it('do not include the tags around the reasoning, as in the results of LM Studio’s SDK', () => {
    // OngoingPrediction.ts of the same commit leaves structural fragments out of both texts.
    const thinking = { style: { type: 'thinking', ended: true, title: 'Thought for 3.02 seconds' }, prefix: '<think>', suffix: '</think>' }
    const conversation = answered([
      step(
        [said('<think>', { isStructural: true }), said('Stone '), said('is strong.'), said('</think>', { isStructural: true })],
        thinking,
      ),
      step([said('By compression.')]),
    ])
    expect(conversation.leftOut).toEqual(nothing)
    expect(shownPath(conversation).at(-1)?.parts).toEqual([
      ['reasoning', 'Stone is strong.'],
      ['text', 'By compression.'],
    ])
  })
})

it('a call to which the model gave no ID is paired with its result by the ID that LM Studio gave it', () => {
  // `toolCallRequestId` is optional there, `callId` is not.
  const call = (callId: number, name: string) => ({
    type: 'toolCallRequest',
    callId,
    name,
    parameters: { n: callId },
    pluginIdentifier: 'mcp/a',
  })
  const result = (callId: number) => ({ type: 'toolCallResult', callId, content: JSON.stringify([{ type: 'text', text: `${callId}` }]) })
  const conversation = answered([
    step([call(1, 'first'), call(2, 'second')]),
    step([result(1)], { roleOverride: 'tool' }),
    step([result(2)], { roleOverride: 'tool' }),
    step([said('Done.')]),
  ])
  const parts = conversation.messages.flatMap((message) => message.parts ?? [])
  const idsOf = (type: string) => parts.flatMap((part) => (part.type === type && 'id' in part ? [[part.id, part.name]] : []))
  expect(idsOf('tool-call')).toEqual([
    ['1', 'first'],
    ['2', 'second'],
  ])
  expect(idsOf('tool-result')).toEqual(idsOf('tool-call'))
})
