/**
 * Parses addresses as people type and paste them:
 *
 *   unsloth/Qwen3-8B-GGUF                 a repository
 *   unsloth/Qwen3-8B-GGUF:Q4_K_M          one quantization of it, as in llama.cpp's -hf
 *   hf:unsloth/Qwen3-8B-GGUF:Q4_K_M       the same; also hf:owner/name/folder/file.gguf#revision, as in node-llama-cpp
 *   hf.co/unsloth/Qwen3-8B-GGUF           the same; also with https:// and as huggingface.co
 *   https://huggingface.co/owner/name/blob/main/file.gguf     the page of a file; also /resolve/ and /tree/
 *   https://example.org/models/file.gguf  a file on any server
 */
import { coded } from '../../../core/contract/errors/coded-error'
import { isUrl } from '../../../core/remote/typed-url'
import { modelUrl } from '../network/remote-url'

export type ModelAddress =
  | {
      readonly kind: 'repository'
      readonly repository: string
      readonly revision: string
      readonly file: string | null
      readonly quantization: string | null
    }
  | { readonly kind: 'file'; readonly url: URL }

const hubNames = ['huggingface.co', 'www.huggingface.co', 'hf.co']
/** Source: https://huggingface.co/docs/huggingface_hub/package_reference/utilities, `validate_repo_id`. */
const repositoryPattern = /^([\w.-]{1,96}\/[\w.-]{1,96})(?::([\w.-]+))?((?:\/[^/]+)*)$/

export const repositoryName = /^(?!.*(?:\.\.|--))[\w.-]{1,96}\/[\w.-]{1,96}$/

/** Throws `address-unclear`, `url-invalid`. */
export function parseModelAddress(typed: string, hub: URL): ModelAddress {
  const text = typed.trim().replace(/^(["'])(.*)\1$/, '$2')
  if (text === '') throw coded('address-unclear', { address: typed, reason: 'empty' })
  if (isUrl(text) && !/^hf:/i.test(text)) return fromUrl(text, hub)
  const [address = '', revision = 'main'] = text.replace(/^hf:(\/\/)?/i, '').split('#')
  const withoutHost = hubNames.reduce(
    (rest, name) => (rest.toLowerCase().startsWith(`${name}/`) ? rest.slice(name.length + 1) : rest),
    address,
  )
  if (withoutHost !== address && /^[^/]+\/[^/]+\/(tree|blob|resolve)\//.test(withoutHost))
    return fromUrl(`https://huggingface.co/${withoutHost}`, hub)
  return fromName(withoutHost, revision, typed)
}

function fromName(address: string, revision: string, typed: string): ModelAddress {
  const match = repositoryPattern.exec(address.replace(/\/+$/, ''))
  const [, repository = '', quantization, rest = ''] = match ?? []
  if (!match || /(^|\/)\.{1,2}($|\/)/.test(address) || /\.\.|--/.test(repository))
    throw coded('address-unclear', { address: shortened(typed), reason: 'other-form' })
  const file = rest === '' ? null : decoded(rest.slice(1), typed)
  return { kind: 'repository', repository, revision: decoded(revision || 'main', typed), file, quantization: quantization ?? null }
}

function fromUrl(text: string, hub: URL): ModelAddress {
  const url = modelUrl(text)
  if (url.origin !== hub.origin && !hubNames.includes(url.host)) return { kind: 'file', url }
  const [owner = '', name = '', view, revision, ...file] = url.pathname.split('/').filter((part) => part !== '')
  if (owner === 'datasets' || owner === 'spaces' || name === '')
    throw coded('address-unclear', { address: shortened(text), reason: 'not-a-model-page' })
  if (view === undefined) return fromName(`${owner}/${name}`, 'main', text)
  if (revision === undefined || !['tree', 'blob', 'resolve'].includes(view))
    throw coded('address-unclear', { address: shortened(text), reason: 'not-a-file-page' })
  const path = file.length > 0 && view !== 'tree' ? `/${file.join('/')}` : ''
  return fromName(`${owner}/${name}${path}`, revision, text)
}

function decoded(text: string, typed: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw coded('address-unclear', { address: shortened(typed), reason: 'invalid-percent' })
  }
}

const shortened = (text: string): string => (text.length <= 100 ? text : `${text.slice(0, 99)}…`)
