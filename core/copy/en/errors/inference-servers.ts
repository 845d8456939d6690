import type { ErrorFacts } from '../../../contract/errors/errors'
import type { DropReason, ResponseProblem } from '../../../contract/errors/server-reasons'
import { formatBytes, formatCount } from '../../../text/amounts'
import { hostOf } from '../../types/host-of'
import { say, type Writers } from '../../types/sentence'
import { duration, tokens } from '../../words/en'
import { unreachableText } from '../reasons/servers'

const addressExample = 'Enter the address that the server prints when it starts, such as http://localhost:8080.'

export const inferenceServerSentences = {
  'server-address-invalid': ({ address, reason }) => say(addressText(address, reason), addressExample),
  'server-key-unusable': ({ character }) =>
    say(`The key contains ${JSON.stringify(character)}, which is not allowed in a key.`, 'Copy the key again.'),
  'server-unreachable': ({ url, reason }) =>
    say(
      unreachableText(hostOf(url), reason),
      reason.kind === 'not-https'
        ? `Enter the address with http: http://${hostOf(url)}.`
        : 'Make sure that the server is running and that its address and port are right, then try again.',
    ),
  'server-key-refused': ({ url, status, hadKey }) =>
    hadKey
      ? say(`${hostOf(url)} refused the key (HTTP status ${status}).`, 'Enter the key that the server was started with.')
      : say(`${hostOf(url)} requires a key (HTTP status ${status}).`, 'Enter the key that the server was started with.'),
  'server-path-wrong': ({ url, status }) =>
    say(
      `${hostOf(url)} has nothing at ${url} (HTTP status ${status}).`,
      'Enter the address without the path of the API: http://localhost:8080 instead of http://localhost:8080/v1/models. If a proxy adds a path before it, enter that path too.',
    ),
  'server-not-recognized': ({ url, answer }) =>
    say(
      {
        'web-page': `${hostOf(url)} sent a web page instead of a list of models.`,
        json: `${hostOf(url)} sent other JSON instead of a list of models.`,
        text: `${hostOf(url)} sent text instead of a list of models.`,
        nothing: `${hostOf(url)} sent an empty response instead of a list of models.`,
      }[answer],
      'Check the port. The default is 8080 for llama-server, 8000 for vLLM, 30000 for SGLang, 11434 for Ollama, and 1234 for LM Studio.',
    ),
  'server-model-missing': ({ url, model, quoted }) =>
    say(
      `${hostOf(url)} has no model named “${model}”.${saidText(quoted)}`,
      'Choose a model from the list of the server, or load this model there.',
    ),
  'server-context-exceeded': ({ url, promptTokens, contextTokens, quoted }) =>
    say(
      overflowText(hostOf(url), promptTokens, contextTokens, quoted),
      'Shorten the conversation, or start the server with a larger context.',
    ),
  'server-busy': ({ url, status, isLoading, retryAfterSeconds }) =>
    isLoading
      ? say(`${hostOf(url)} is still loading the model.`, 'Wait until the model is loaded, then try again.')
      : say(
          `${hostOf(url)} has too many requests (HTTP status ${status}).`,
          retryAfterSeconds ? `Try again in ${duration(retryAfterSeconds)}.` : 'Wait a moment, then try again.',
        ),
  'server-refused': ({ url, status, quoted }) =>
    say(
      `${hostOf(url)} refused the request (HTTP status ${status}).${saidText(quoted)}`,
      'Change what the server does not accept, then try again. The log of the server may say more.',
    ),
  'server-failed': ({ url, status, quoted }) =>
    say(
      `${hostOf(url)} had an error${status === null ? '' : ` (HTTP status ${status})`}.${saidText(quoted)}`,
      'Read the log of the server, then try again.',
    ),
  'server-dropped': ({ url, reason, hasPart }) =>
    say(
      `${dropText(hostOf(url), reason)}${hasPart === null ? '' : hasPart ? ' The part of the answer that arrived was kept.' : ' No part of the answer had arrived.'}`,
      `Check whether the server is still running. Headroom does not send a prompt a second time on its own: ${hasPart === null ? 'start another comparison' : 'regenerate the answer'} to send it again.`,
    ),
  'server-redirected': ({ url, target }) =>
    say(
      `${hostOf(url)} redirects requests${target === null ? '' : ` to ${target}`}. Headroom does not follow, because the key is only for the address that you entered.`,
      'If you trust the other address, enter it instead.',
    ),
  'server-response-unreadable': ({ url, reason }) =>
    say(
      `Headroom cannot read the response of ${hostOf(url)}. ${problemText(reason)}`,
      'Check that the address is the address of the server. Another program may answer there, such as a proxy.',
    ),
  'server-without-logprobs': ({ url }) =>
    say(
      `${hostOf(url)} does not give the probabilities of the next token after given tokens. llama-server, vLLM and SGLang do.`,
      'Compare passkeys, tool calls and JSON answers instead.',
    ),
  'server-tokens-differ': ({ url, referenceUrl, token }) =>
    say(
      `${hostOf(url)} and ${hostOf(referenceUrl)} divide the text into different tokens, from token ${formatCount(token)} on.`,
      'Choose two servers with the same model. Its settings, weights and cache may differ, but its tokenizer may not.',
    ),
} satisfies Partial<Writers>

function addressText(address: string, reason: ErrorFacts<'server-address-invalid'>['reason']): string {
  switch (reason.kind) {
    case 'empty':
      return 'The address is empty.'
    case 'malformed':
      return `“${address}” is not a valid address.`
    case 'with-password':
      return 'The address contains a user name or a password.'
    case 'with-query':
      return 'The address contains a question mark or a number sign.'
    case 'protocol':
      return `The address starts with ${reason.protocol} instead of https: or http:.`
  }
}

const saidText = (quoted: string): string => (quoted === '' ? '' : ` It says: “${quoted}”.`)

function overflowText(host: string, promptTokens: number | null, contextTokens: number | null, quoted: string): string {
  if (promptTokens !== null && contextTokens !== null)
    return `The prompt has ${tokens(promptTokens)}, but the context of ${host} has ${formatCount(contextTokens)}.`
  if (contextTokens !== null) return `The prompt does not fit into the context of ${host}, which has ${tokens(contextTokens)}.`
  return `The prompt does not fit into the context of ${host}.${saidText(quoted)}`
}

const dropText = (host: string, reason: DropReason): string =>
  reason.kind === 'ended-early' ? `${host} ended its response early.` : unreachableText(host, reason)

/** "It" is the response. */
function problemText(problem: ResponseProblem): string {
  switch (problem.kind) {
    case 'not-json':
      return 'It is not JSON.'
    case 'not-a-stream':
      return 'It is not a stream.'
    case 'web-page':
      return 'It is a web page.'
    case 'other-shape':
      return 'It is JSON of another kind.'
    case 'improbable':
      return 'It has probabilities above 1, or more than 1 in total.'
    case 'line-too-long':
      return `It has a line of more than ${formatBytes(problem.limitBytes)}.`
    case 'too-long':
      return `It has more than ${formatBytes(problem.limitBytes)}.`
    case 'compressed':
      return `It is compressed (${problem.encoding}).`
  }
}
