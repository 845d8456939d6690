import { copy } from '../../core/copy/copy'
import type { PlanMachine } from '../../core/plan/machines/machine'
import { Button } from '../ui/controls/button'
import { readMachineAgain } from './plan/planner-store'

/** The plan keeps this reading, so that its verdict stays the same while you read. */
export function FreeMemory({ machine: { ram, vram, measuredAtMs } }: { readonly machine: PlanMachine }) {
  const texts = copy.planner.freeMemory
  return (
    <div className="flex flex-wrap items-center gap-x-2 text-[13px] text-soft">
      <span>{texts.reading(measuredAtMs, ram.freeBytes, vram?.freeBytes ?? null)}</span>
      <Button look="quiet" className="h-7 px-2" onClick={() => void readMachineAgain()}>
        {texts.again}
      </Button>
    </div>
  )
}
