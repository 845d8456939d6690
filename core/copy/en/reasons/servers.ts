import type {
  AddressProblem,
  AnswerProblem,
  ConnectionProblem,
  DownloadPause,
  RemoteChange,
  Unreachable,
} from '../../../contract/errors/server-reasons'
import { formatBytes, formatCount } from '../../../text/amounts'
import { formatShort } from '../../../text/number-language'
import { hostOf, isOffTheInternet } from '../../types/host-of'

/** "It" is the address. */
export function addressProblemText(problem: AddressProblem): string {
  switch (problem.kind) {
    case 'malformed':
      return 'It is not a valid address.'
    case 'with-password':
      return 'It contains a user name or a password.'
    case 'protocol':
      return `It starts with ${problem.protocol} instead of https: or http:.`
  }
}

/** `it` names the server or its proxy. */
function connectionText(it: string, problem: ConnectionProblem): string {
  switch (problem) {
    case 'name-unknown':
      return `No server named ${it} exists.`
    case 'name-not-looked-up':
      return `The name ${it} cannot be looked up at the moment.`
    case 'connection-refused':
      return `${it} refused the connection.`
    case 'connection-broken':
      return `The connection to ${it} was lost.`
    case 'no-answer':
      return `${it} does not respond.`
    case 'no-route':
      return `There is no network connection to ${it}.`
    case 'not-https':
      return `${it} does not use https on this port.`
    case 'headers-too-large':
      return `${it} sent headers that are too large.`
  }
}

export function unreachableText(host: string, reason: Unreachable): string {
  switch (reason.kind) {
    case 'silence':
      return `${host} sent nothing for ${formatShort(reason.seconds, 1)} s.`
    case 'answer-too-slow':
      return `${host} did not finish its response within ${formatShort(reason.seconds, 1)} s.`
    case 'not-http':
      return `${host} did not send a valid HTTP response${reason.code === '' ? '' : ` (${reason.code})`}.`
    case 'proxy-protocol':
      return `The proxy for ${host} uses ${reason.protocol}. Only http proxies work.`
    case 'proxy-needs-login':
      return `The proxy ${reason.proxy} asks for a user name and a password.`
    case 'proxy-refused':
      return `The proxy ${reason.proxy} refused to connect to ${host} (status ${reason.status}).`
    case 'proxy-unreachable':
      return `The proxy for ${host} does not work: ${connectionText(reason.proxy, reason.problem)}`
    case 'error':
      return `The connection to ${host} failed: “${reason.quoted}”.`
    default:
      return isOffTheInternet(host, reason.kind)
        ? `No internet connection: Headroom cannot reach ${host}.`
        : connectionText(host, reason.kind)
  }
}

export function downloadPauseText(url: string, { reason, seconds }: DownloadPause): string {
  const host = hostOf(url)
  const cause = reason.kind === 'status' ? `${host} returned HTTP status ${reason.status}.` : unreachableText(host, reason)
  return `${cause} Headroom tries again in ${formatShort(seconds, 1)} s.`
}

/** "It" is the file. */
export function remoteChangeText(change: RemoteChange): string {
  switch (change.kind) {
    case 'size':
      return `It had ${formatCount(change.beforeBytes)} bytes, but now it has ${formatCount(change.nowBytes)}.`
    case 'etag':
      return `Its ETag was ${change.before}, but now it is ${change.now}.`
    case 'last-modified':
      return `Its date was ${change.before}, but now it is ${change.now}.`
    case 'shorter':
      return `It is now shorter than ${formatCount(change.missingByte + 1)} bytes.`
    case 'every-answer-differs':
      return 'The server sends a different version with each response.'
  }
}

/** "It" is the server. */
export function answerProblemText(problem: AnswerProblem): string {
  switch (problem.kind) {
    case 'list-too-long':
      return 'It sent a list that is too long.'
    case 'not-json':
      return 'It sent something other than JSON.'
    case 'not-a-file-list':
      return 'It sent something other than a list of files.'
    case 'not-a-model-list':
      return 'It sent something other than a list of models.'
    case 'no-ranges-long-header':
      return 'The server cannot send parts of a file, and the header of this file is too long to download without that.'
    case 'whole-instead-of-part':
      return 'It sent a part of the file before, but now it sends the whole file.'
    case 'range-unnamed':
      return 'It sends a part of the file, but does not say which part.'
    case 'size-unnamed':
      return 'It does not say how long the file is.'
    case 'redirect-malformed':
      return 'It redirects to an invalid address.'
    case 'redirect-to-http':
      return 'It redirects from https to http.'
    case 'redirect-refused':
      return `It redirects to an address that Headroom does not open. ${addressProblemText(problem.problem)}`
    case 'too-many-redirects':
      return `It redirects more than ${formatCount(problem.limit)} times.`
    case 'too-many-requests':
      return `Reading the header takes more than ${formatCount(problem.limit)} requests.`
    case 'compressed':
      return `It compresses the file before sending it (${problem.encoding}).`
    case 'other-range':
      return `Headroom requested the file from byte ${formatCount(problem.askedByte)}, but the server sent it from byte ${formatCount(problem.sentByte)}.`
    case 'longer-than-announced':
      return `It sent more than the ${formatBytes(problem.announcedBytes)} that it announced.`
    case 'unsafe-name':
      return `It names the file ${JSON.stringify(problem.name)}, which is not a safe file name.`
  }
}
