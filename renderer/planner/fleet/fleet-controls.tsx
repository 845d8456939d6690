import type { ReactNode } from 'react'
import { copy } from '../../../core/copy/copy'
import { type EngineName, engineNames, servedKvTypes, servedTypes } from '../../../core/fleet/types/fleet'
import { linkPresets } from '../../../core/plan/machines/link-presets'
import { machinePresets } from '../../../core/plan/machines/machine-presets'
import { formatCount } from '../../../core/text/amounts'
import { formatNumber } from '../../../core/text/number-language'
import { batchStops, contextStops, nearestStop } from '../../settings/stops'
import { Button } from '../../ui/controls/button'
import { Choice } from '../../ui/controls/choice'
import { ValueSlider } from '../../ui/controls/value-slider'
import { Explained } from '../../ui/explained'
import { type ChosenFleet, type EngineLimits, parallelStops } from './fleet-settings'
import { setFleet } from './fleet-store'

interface FleetControlsProps {
  readonly settings: ChosenFleet
  readonly limits: EngineLimits
  readonly hasOwnWeights: boolean
  readonly trainedTokens: number
}

const userStops = [1, 2, 4, 8, 16, 32, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 2048, 4096, 8192, 16_384, 32_768, 65_536]
const hostStops = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 64, 128, 256, 512, 1024, 2048, 4096]
const gpuStops = [1, 2, 4, 8]
const leastServedBatch = 256
const servedBatchStops = batchStops.filter((stop) => stop >= leastServedBatch)
const shareStops = Array.from({ length: 50 }, (_, at) => (50 + at) / 100)
const llamaCppTypes = ['f16', 'q8_0', 'q4_0'] as const

export function FleetControls({ settings, limits, hasOwnWeights, trainedTokens }: FleetControlsProps) {
  const texts = copy.planner.fleet.controls
  const isLlamaCpp = settings.engine === 'llama.cpp'
  const prefixStops = [0, ...contextStops(trainedTokens).filter((stop) => stop <= settings.contextTokens - settings.outputTokens)]
  return (
    <fieldset className="grid grid-cols-1 gap-x-6 gap-y-1 text-[13px] @min-[34rem]:grid-cols-2">
      <legend className="sr-only">{texts.legend}</legend>
      <Row name={texts.engine}>
        <Choice<EngineName>
          label={texts.engine}
          value={settings.engine}
          options={engineNames.map((value) => ({ value, label: copy.planner.fleet.engines[value] }))}
          onChange={(engine) => setFleet({ engine, memoryShare: null, batchTokens: null })}
        />
      </Row>
      <Row name={texts.gpu}>
        <Choice
          label={texts.gpu}
          value={settings.gpu}
          options={machinePresets.map(({ id, name, memory, gibibytes, gigabytesPerSecond }) => ({
            value: id,
            label: name,
            note: copy.planner.whatIf.machine.memory(memory, gibibytes, gigabytesPerSecond),
          }))}
          onChange={(gpu) => setFleet({ gpu })}
        />
      </Row>
      <Stops name={texts.gpusPerHost} stops={gpuStops} value={settings.gpusPerHost} onChange={(gpusPerHost) => setFleet({ gpusPerHost })} />
      <Stops name={texts.hosts} stops={hostStops} value={settings.hosts} onChange={(hosts) => setFleet({ hosts })} />
      <Row name={texts.link}>
        <Choice label={texts.link} value={settings.link} options={links} onChange={(link) => setFleet({ link })} />
      </Row>
      <Row name={texts.network}>
        <Choice label={texts.network} value={settings.network} options={links} onChange={(network) => setFleet({ network })} />
      </Row>
      {!isLlamaCpp && (
        <>
          <Stops
            name={texts.tensorParallel}
            explanation={texts.tensorMeaning}
            stops={parallelStops}
            value={settings.tensorParallel}
            onChange={(tensorParallel) => setFleet({ tensorParallel })}
          />
          <Stops
            name={texts.pipelineParallel}
            explanation={texts.pipelineMeaning}
            stops={parallelStops}
            value={settings.pipelineParallel}
            onChange={(pipelineParallel) => setFleet({ pipelineParallel })}
          />
        </>
      )}
      {!isLlamaCpp && !hasOwnWeights && (
        <Row name={texts.weights}>
          <Choice
            label={texts.weights}
            value={settings.weights}
            options={servedTypes.map((value) => ({ value, label: value }))}
            onChange={(weights) => setFleet({ weights })}
          />
        </Row>
      )}
      <Row name={texts.kv}>
        {isLlamaCpp ? (
          <Choice
            label={texts.kv}
            value={settings.llamaCppKv}
            options={llamaCppTypes.map((value) => ({ value, label: value }))}
            onChange={(llamaCppKv) => setFleet({ llamaCppKv })}
          />
        ) : (
          <Choice
            label={texts.kv}
            value={settings.servedKv}
            options={servedKvTypes.map((value) => ({ value, label: texts.kvTypes[value] }))}
            onChange={(servedKv) => setFleet({ servedKv })}
          />
        )}
      </Row>
      {settings.engine !== 'llama.cpp' && limits.memoryShare !== null && (
        <Stops
          name={texts.memoryShare}
          explanation={texts.memoryShareMeaning[settings.engine]}
          stops={shareStops}
          value={settings.memoryShare ?? Math.round(limits.memoryShare * 100) / 100}
          isDefault={settings.memoryShare === null}
          format={(share) => formatNumber(share, 2)}
          onChange={(memoryShare) => setFleet({ memoryShare })}
        />
      )}
      <Stops
        name={texts.batch[settings.engine]}
        explanation={texts.batchMeaning[settings.engine]}
        stops={isLlamaCpp ? batchStops : servedBatchStops}
        value={settings.batchTokens ?? limits.batchTokens}
        isDefault={settings.batchTokens === null}
        onChange={(batchTokens) => setFleet({ batchTokens })}
      />
      {(settings.memoryShare !== null || settings.batchTokens !== null) && (
        <div className="@min-[34rem]:col-span-2">
          <Button look="quiet" className="h-7 px-2" onClick={() => setFleet({ memoryShare: null, batchTokens: null })}>
            {texts.useDefaults}
          </Button>
        </div>
      )}
      <Stops name={texts.users} stops={userStops} value={settings.users} onChange={(users) => setFleet({ users })} />
      <Stops
        name={texts.context}
        explanation={texts.contextMeaning(settings.outputTokens)}
        stops={contextStops(trainedTokens)}
        value={settings.contextTokens}
        onChange={(contextTokens) => setFleet({ contextTokens })}
      />
      <Stops
        name={texts.prefix}
        explanation={texts.prefixMeaning}
        stops={prefixStops}
        value={Math.min(settings.prefixTokens, prefixStops.at(-1) ?? 0)}
        onChange={(prefixTokens) => setFleet({ prefixTokens })}
      />
    </fieldset>
  )
}

const links = linkPresets.map(({ id, name }) => ({ value: id, label: name }))

interface RowProps {
  readonly name: string
  readonly children: ReactNode
}

const Row = ({ name, children }: RowProps) => (
  <div className="flex min-w-0 flex-col gap-1 py-1">
    <span className="text-soft">{name}</span>
    {children}
  </div>
)

interface StopsProps {
  readonly name: string
  readonly explanation?: string
  readonly stops: readonly number[]
  readonly value: number
  readonly isDefault?: boolean
  readonly format?: (value: number) => string
  readonly onChange: (value: number) => void
}

function Stops({ name, explanation, stops, value, isDefault = false, format = formatCount, onChange }: StopsProps) {
  const exact = stops.indexOf(value)
  const position = exact >= 0 ? exact : nearestStop(stops, value)
  const text = isDefault ? copy.planner.fleet.controls.default(format(value)) : format(value)
  return (
    <div className="py-1">
      <div className="flex items-baseline justify-between gap-3">
        {explanation ? (
          <Explained by={explanation} className="text-soft">
            {name}
          </Explained>
        ) : (
          <span className="text-soft">{name}</span>
        )}
        <span className="shrink-0 whitespace-nowrap tabular-nums">{text}</span>
      </div>
      <ValueSlider
        label={name}
        positions={stops.length}
        position={position}
        valueText={text}
        onChange={(next) => onChange(stops[next] ?? value)}
      />
    </div>
  )
}
