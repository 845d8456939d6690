import type { LlamaModel, Token } from 'node-llama-cpp'

/** In `tokenizer.ggml.token_type`. */
const [normalType, byteType] = [1, 6]

/**
 * Finds the control tokens in a text. Only a text that contains the text of one is tokenized, because the texts of tools and messages are long,
 * and each request has them again.
 */
export class ControlTexts {
  private known: RegExp | undefined

  constructor(private readonly model: LlamaModel) {}

  /** Whether the tokenizer finds a control token in the text, other than `except`. */
  isIn(text: string, except: ReadonlySet<Token> = none): boolean {
    const { model } = this
    return this.pattern.test(text) && model.tokenize(text, true).some((token) => model.isSpecialToken(token) && !except.has(token))
  }

  private get pattern(): RegExp {
    this.known ??= new RegExp(textsOf(this.model).map(escaped).join('|') || '(?!)')
    return this.known
  }
}

const none: ReadonlySet<Token> = new Set()

function textsOf(model: LlamaModel): string[] {
  const tokens = [...model.iterateAllTokens()].filter((token) => mayBeSpecial(model, token) && model.isSpecialToken(token))
  // The tokenizer may trim the space around a control token.
  return [...new Set(tokens.map((token) => model.detokenize([token], true)))]
    .map((text) => text.trim() || text)
    .filter((text) => text !== '')
}

/** A file can give a control token the wrong type. llama.cpp recognizes such tokens by their texts, which have brackets. Asking it about every token is slow. */
function mayBeSpecial(model: LlamaModel, token: Token): boolean {
  const { bos, eos, eot } = model.tokens
  if (token === bos || token === eos || token === eot) return true
  const { tokens, token_type: types } = model.fileInfo.metadata.tokenizer?.ggml ?? {}
  const [text, type] = [tokens?.[token], types?.[token]]
  return text === undefined || type === undefined || !(type === normalType || type === byteType) || /[<[]/.test(text)
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
