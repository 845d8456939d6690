import type { ChatHistoryItem, ChatWrapper, LlamaModel, LlamaText } from 'node-llama-cpp'
import type { PromptSettings } from '../../../core/contract/chat/tools'
import type { PromptMessage } from '../../../core/contract/chat/turn'
import { templateTextOf } from '../../../core/messages/parts-of'
import type { Mark } from '../../../core/messages/prompt-to-chat'
import { MarkedTexts, type PromptSegment } from '../../../core/templates/marked-texts'
import { withinDeadline } from './render-deadline'

/** The prompt as one of node-llama-cpp's built-in templates writes it. They know neither reasoning nor tools. */
export function wrapperSegments(
  wrapper: ChatWrapper,
  model: LlamaModel,
  messages: readonly PromptMessage[],
  isUnsafe: (text: string) => boolean,
  { addGenerationPrompt = true }: Pick<PromptSettings, 'addGenerationPrompt'> = {},
): PromptSegment[] {
  const marked = new MarkedTexts()
  const withMarks = textOf(wrapper, messages, (...text) => marked.mark(...text), addGenerationPrompt).values
  return textOf(wrapper, messages, (text) => text, addGenerationPrompt).values.flatMap((value, index): PromptSegment[] => {
    if (typeof value === 'string') {
      const same = withMarks[index]
      return marked.segments(typeof same === 'string' ? same : '', value, isUnsafe).map((segment) => ({ ...segment, isTemplate: false }))
    }
    return [{ text: model.detokenize(value.tokenize(model.tokenizer), true), holds: 'template', isTemplate: true }]
  })
}

function textOf(wrapper: ChatWrapper, messages: readonly PromptMessage[], mark: Mark, addGenerationPrompt: boolean): LlamaText {
  let number = 0
  const chatHistory = messages.map((message): ChatHistoryItem => {
    if (message.role !== 'system') number++
    const text = templateTextOf(message)
    if (message.role === 'system') return { type: 'system', text: mark(text, 'system') }
    return message.role === 'assistant'
      ? { type: 'model', response: [mark(text, 'assistant', number)] }
      : { type: 'user', text: mark(text, message.role === 'tool' ? 'tool-result' : 'user', number) }
  })
  if (addGenerationPrompt && messages.at(-1)?.role !== 'assistant') chatHistory.push({ type: 'model', response: [] })
  return withinDeadline(() => wrapper.generateContextState({ chatHistory })).contextText
}
