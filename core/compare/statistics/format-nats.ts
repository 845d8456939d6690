import { formatNumber } from '../../text/number-language'

export function formatNats(nats: number): string {
  if (nats === 0) return '0'
  const digits = Math.min(8, Math.max(1, 1 - Math.floor(Math.log10(Math.abs(nats)))))
  return formatNumber(nats, digits)
}
