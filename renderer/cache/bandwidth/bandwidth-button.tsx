import { Gauge } from 'lucide-react'
import { copy } from '../../../core/copy/copy'
import { Button } from '../../ui/controls/button'

export function BandwidthButton({ onOpen }: { readonly onOpen: () => void }) {
  return (
    <Button className="self-start" onClick={onOpen}>
      <Gauge size={14} aria-hidden /> {copy.bandwidth.open}
    </Button>
  )
}
