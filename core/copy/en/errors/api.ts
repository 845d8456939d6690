import type { ErrorFacts } from '../../../contract/errors/errors'
import { formatBytes, formatCount } from '../../../text/amounts'
import { type Sentence, say, type Writers } from '../../types/sentence'

const sendJson = 'Send a JSON object, encoded as UTF-8.'

function bodySentence(reason: ErrorFacts<'api-body-refused'>['reason']): Sentence {
  switch (reason.kind) {
    case 'empty':
      return say('The request has no body.', sendJson)
    case 'not-json':
      return say('The body of the request is not valid JSON.', sendJson)
    case 'not-utf8':
      return say('The body of the request is not valid UTF-8.', sendJson)
    case 'not-an-object':
      return say('The body of the request is not a JSON object.', sendJson)
    case 'compressed':
      return say('The body of the request is compressed, which this server does not read.', 'Send it without Content-Encoding.')
    case 'cut-off':
      return say('The body of the request ended early.', 'Send the request again.')
    case 'too-large':
      return say(`The body of the request has more than ${formatBytes(reason.limitBytes)}.`, 'Send less text.')
    case 'too-deep':
      return say(
        `The body of the request nests objects or lists more than ${formatCount(reason.limitLevels)} levels deep.`,
        'Send a flatter object.',
      )
  }
}

function httpSentence(reason: ErrorFacts<'api-http-refused'>['reason']): Sentence {
  switch (reason.kind) {
    case 'malformed':
      return say('The request is not valid HTTP/1.1.', 'Send valid headers, with either Content-Length or Transfer-Encoding, not both.')
    case 'too-slow':
      return say('The request did not arrive in time.', 'Send it again.')
    case 'headers-too-large':
      return say(`The headers of the request have more than ${formatBytes(reason.limitBytes)}.`, 'Send shorter headers.')
  }
}

function fieldSentence({ field, reason }: ErrorFacts<'api-field-refused'>): Sentence {
  switch (reason.kind) {
    case 'not-supported':
      return say(`Headroom does not support “${field}”.`, 'Leave the field out.')
    case 'value-not-supported':
      return say(`Headroom does not support this value of “${field}”.`, 'Leave the field out, or send another value.')
    case 'unknown':
      return say(`Headroom does not know the field “${field}”.`, 'Leave the field out, or correct its name.')
    case 'missing':
      return say(`The field “${field}” is missing.`, 'Add it to the request.')
    case 'needs':
      return say(`“${field}” works only together with “${reason.other}”.`, `Add “${reason.other}”, or leave “${field}” out.`)
    case 'conflicts':
      return say(`“${field}” and “${reason.other}” cannot be used together.`, 'Leave one of the two out.')
    case 'zod':
      return say(`The value of “${field}” is wrong: “${reason.quoted}”.`, 'Correct the value.')
  }
}

export const apiSentences = {
  'api-http-refused': ({ reason }) => httpSentence(reason),
  'api-body-refused': ({ reason }) => bodySentence(reason),
  'api-field-refused': fieldSentence,
  'api-key-refused': ({ hadKey }) =>
    hadKey
      ? say('This server does not know the key.', 'Use the key that Headroom shows for this server.')
      : say('This server needs a key.', 'Send it as Authorization: Bearer KEY, or as x-api-key.'),
  'api-host-refused': ({ reason }) =>
    reason === 'host'
      ? say('The request names a host other than this server.', 'Use the address that Headroom shows.')
      : say('The request comes from a web page.', 'Send it from a program, because this server does not answer web pages.'),
  'api-path-unknown': ({ method, path }) => say(`This server has no endpoint ${method} ${path}.`, 'GET /openapi.json lists its endpoints.'),
  'api-path-unsupported': ({ method, path }) =>
    say(`Headroom does not support llama-server’s endpoint ${method} ${path}.`, 'GET /openapi.json lists the endpoints of this server.'),
  'api-model-unknown': ({ model }) => say(`This server has no model “${model}”.`, 'GET /v1/models lists the models that it has.'),
  'api-port-refused': ({ typed }) => say(`“${typed}” is not a port.`, 'Enter a whole number from 1 to 65535.'),
  'api-port-in-use': ({ port }) =>
    say(
      `Another program listens on port ${port}, so the API server is not running.`,
      'Choose another port, or stop that program and try again.',
    ),
  'api-port-not-allowed': ({ port }) =>
    say(
      `The system does not let Headroom listen on port ${port}, so the API server is not running.`,
      port < 1024
        ? 'Choose a port from 1024 to 65535. Lower ports need administrator rights.'
        : 'Choose another port, such as 8080. The system reserves this one.',
    ),
  'api-queue-full': ({ limit, retryAfterSeconds }) =>
    say(`${formatCount(limit)} requests are already waiting.`, `Try again in ${formatCount(retryAfterSeconds)} s.`),
  'api-model-loading': ({ model }) => say(`The model “${model}” is still loading.`, 'Try again in a few seconds.'),
  'api-model-on-server': ({ model, server }) =>
    say(
      `The model “${model}” runs on the server “${server}”, and the API server answers only with a model on this machine.`,
      'Load a model on this machine, or send the request to that server.',
    ),
  'api-no-embeddings': ({ model }) =>
    say(`The model “${model}” does not produce embeddings.`, 'Load an embedding model, such as Qwen3-Embedding.'),
  'api-input-too-long': ({ promptTokens, contextTokens, isLimitOfRequest }) =>
    isLimitOfRequest
      ? say(
          `The input is too large: it has ${formatCount(promptTokens)} tokens, and the num_ctx of the request is ${formatCount(contextTokens)}.`,
          'Split the text into shorter inputs, or send a larger num_ctx.',
        )
      : say(
          `The input is too large: it has ${formatCount(promptTokens)} tokens, and the server takes at most ${formatCount(contextTokens)}.`,
          'Split the text into shorter inputs, or start the server with a larger context.',
        ),
  'api-response-unknown': ({ id }) =>
    say(`The response “${id}” is no longer in memory, or never was.`, 'Send the whole conversation as input instead.'),
  'request-not-kept': () =>
    say('The prompt of this request is no longer in memory.', 'Headroom keeps only the prompts of the newest requests.'),
} satisfies Partial<Writers>
