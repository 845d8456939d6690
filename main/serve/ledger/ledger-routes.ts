import { responsesRefused } from '../../../core/serve/responses/refused'
import { withoutTexts } from '../../services/requests/record-of'
import type { RequestLedger } from '../../services/requests/request-ledger'
import { jsonLine, ndjson, text } from '../reply'
import type { Dialect, DialectFrame } from '../routes'

const frame: DialectFrame = { dialect: 'openai', refused: responsesRefused }

/** For `headroom requests tail`. Anyone with a key may read the figures of all clients, so they do not contain the text of prompts. */
export const ledgerRoutes =
  (ledger: RequestLedger): Dialect =>
  (routes) => {
    routes.get(frame, '/headroom/requests', () => text(ledger.export().text, 'application/x-ndjson; charset=utf-8'), {
      summary: 'The figures of all requests, and why each prompt was processed again',
    })
    routes.get(
      frame,
      '/headroom/requests/follow',
      ({ signal }) => ndjson(followed(ledger, signal), (refusal) => jsonLine(frame.refused(refusal))),
      {
        summary: 'The same, and then each request when it ends',
      },
    )
  }

async function* followed(ledger: RequestLedger, signal: AbortSignal): AsyncGenerator<string, void, void> {
  // The headers are sent with the first chunk.
  yield '\n'
  for await (const record of ledger.settled(signal)) yield jsonLine(withoutTexts(record))
}
