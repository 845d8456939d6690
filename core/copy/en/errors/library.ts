import type { ErrorFacts } from '../../../contract/errors/errors'
import { formatBytes } from '../../../text/amounts'
import { fileNameOf } from '../../../text/file-path'
import { hostOf, isHub } from '../../types/host-of'
import { say, type Writers } from '../../types/sentence'
import { counted } from '../../words/en'
import { refusalOf, repositoryRefusalOf } from '../reasons/server-refusals'
import { addressProblemText, answerProblemText, remoteChangeText, unreachableText } from '../reasons/servers'

function addressUnclear(address: string, reason: ErrorFacts<'address-unclear'>['reason']): string {
  switch (reason) {
    case 'empty':
      return 'The address is empty.'
    case 'other-form':
      return `“${address}” is neither a repository (owner/name) nor an https address.`
    case 'not-a-model-page':
      return `“${address}” is not the page of a model.`
    case 'not-a-file-page':
      return `“${address}” is not the page of a model’s file.`
    case 'invalid-percent':
      return `“${address}” contains an invalid percent sign.`
    case 'no-model':
      return `There is no model at “${address}”.`
  }
}

export const librarySentences = {
  'url-invalid': ({ url, reason }) =>
    say(`${url} cannot be opened. ${addressProblemText(reason)}`, 'Enter the http or https address of a .gguf file.'),
  'url-unreachable': ({ url, reason }) =>
    say(
      unreachableText(hostOf(url), reason),
      isHub(hostOf(url))
        ? 'Check that this computer is connected to the internet, then try again.'
        : 'Check the address and the internet connection, then try again.',
    ),
  'certificate-untrusted': ({ url, reason, name }) =>
    say(
      {
        'unknown-issuer': `The certificate of ${hostOf(url)} is not signed by an issuer that this machine trusts (${name}).`,
        'out-of-date': `The certificate of ${hostOf(url)} has expired or is not valid yet (${name}).`,
        'other-server': `The certificate of ${hostOf(url)} was issued for another server (${name}).`,
      }[reason],
      {
        'unknown-issuer':
          'If your organization inspects TLS traffic, start Headroom with NODE_EXTRA_CA_CERTS set to the path of its certificate (a .pem file). Otherwise use another network: someone may be intercepting the connection.',
        'out-of-date': 'Check the clock of this machine. If it is right, the server needs a new certificate.',
        'other-server': 'Check the address. If it is right, use another network: another server may be answering.',
      }[reason],
    ),
  'download-refused': ({ url, status, retryAfterSeconds }) => {
    const { meaning, todo } = refusalOf(hostOf(url), status, retryAfterSeconds)
    return say(`${fileNameOf(url)} was not downloaded. ${meaning} (HTTP status ${status}).`, todo)
  },
  'download-cut-off': ({ url, receivedBytes, expectedBytes }) =>
    say(
      `The download of ${fileNameOf(url)} from ${hostOf(url)} stopped after ${formatBytes(receivedBytes)} of ${formatBytes(expectedBytes)}.`,
      'Try again. If it happens again, use a more stable connection.',
    ),
  'download-changed': ({ url, change }) =>
    say(
      `${fileNameOf(url)} changed on ${hostOf(url)} during the download. ${remoteChangeText(change)}`,
      'Try again. The download starts from the beginning.',
    ),
  'server-answer-invalid': ({ url, reason }) =>
    say(
      `Headroom cannot use what ${hostOf(url)} sent for ${fileNameOf(url)}. ${answerProblemText(reason)}`,
      'Download the file with a browser and open it from disk, or use another address.',
    ),

  offline: ({ url, isForced }) =>
    say(
      `Headroom is offline and did not connect to ${hostOf(url)}.`,
      isForced
        ? 'Headroom was started with HEADROOM_OFFLINE, a setting that keeps it off the internet. Start it again without that setting.'
        : 'Turn off the offline switch (Models, Get a model), then try again.',
    ),
  'token-unusable': ({ character }) =>
    say(
      `The access token contains ${JSON.stringify(character)}, which is not allowed in a token.`,
      'Copy the token when you create it. Later, the page shows only part of it. If the token is in HF_TOKEN, change it there.',
    ),
  'address-unclear': ({ address, reason }) =>
    say(addressUnclear(address, reason), 'Enter a repository as owner/name, an hf: address, or the https address of a .gguf file.'),
  'repository-refused': ({ repository, host, status, retryAfterSeconds }) => {
    const { meaning, todo } = repositoryRefusalOf(host, repository, status, retryAfterSeconds)
    return say(`${meaning} (HTTP status ${status}).`, todo)
  },
  'search-refused': ({ host, status, retryAfterSeconds }) =>
    say(
      `${host} did not answer the search (HTTP status ${status}).`,
      status === 429 || status >= 500
        ? refusalOf(host, status, retryAfterSeconds).todo
        : 'Enter the name of a repository instead: owner/name, as in the address of its page.',
    ),
  'repository-without-gguf': ({ repository, files }) =>
    say(
      files > 0
        ? `${repository} has no GGUF file, only ${counted(files, 'file', 'files')} of other kinds.`
        : `${repository} has no GGUF file.`,
      'Look for a repository of the same model whose name ends in GGUF.',
    ),
  'not-enough-disk': ({ path, neededBytes, freeBytes }) =>
    say(
      `${fileNameOf(path)} needs ${formatBytes(neededBytes)}, including the space that stays reserved for messages. The disk has ${formatBytes(freeBytes)} free.`,
      'Free some disk space, or choose a smaller quantization.',
    ),
  'download-hash-wrong': ({ url, expected, found }) =>
    say(
      `${fileNameOf(url)} is not the file that ${hostOf(url)} published: its SHA-256 is ${found.slice(0, 12)}… instead of ${expected.slice(0, 12)}….`,
      'The download was deleted. Download it again. If it happens again, a proxy or the network is changing files.',
    ),
  'download-in-use': ({ path }) =>
    say(`Another Headroom is downloading ${fileNameOf(path)} to the same folder.`, 'Wait until it is done, then try again.'),
  'file-exists': ({ path }) =>
    say(`Another file already exists at ${path}.`, 'Move or rename that file, then try again. Headroom does not overwrite it.'),
  'transfer-not-found': () => say('This download is no longer in the list.', 'Find the model again and start a new download.'),
  'folder-unusable': ({ path, reason }) =>
    say(
      {
        missing: `The folder ${path} does not exist.`,
        'not-a-folder': `${path} is not a folder.`,
        'name-not-utf8': `${path} cannot be used because its name is not valid UTF-8.`,
        'link-leads-out': `${path} is a link that leads out of the models folder.`,
        'link-at-download': `${path} is a link. Headroom does not save a download through a link.`,
      }[reason],
      reason === 'link-leads-out' || reason === 'link-at-download'
        ? 'Remove the link, then try again.'
        : 'Check the path, or choose another folder.',
    ),
  'model-in-use': ({ name }) =>
    say(`${name} is loaded.`, 'Unload it or load another model first. If it is the draft model, choose another one.'),
  'managed-elsewhere': ({ name, program }) =>
    program === null
      ? say(`${name} is part of Headroom.`, 'It cannot be removed.')
      : say(`${name} belongs to ${program}, which keeps its own list of models.`, `Remove it with ${program}.`),
} satisfies Partial<Writers>
