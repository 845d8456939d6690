import { useEffect } from 'react'
import { isOnServer, localVariants } from '../../../../core/compare/on-server'
import { copy } from '../../../../core/copy/copy'
import { sentenceOf } from '../../../../core/copy/failures'
import { useApp } from '../../../client/use-app'
import { useCacheShape } from '../../../settings/use-cache-shape'
import { FailureAlert } from '../../../ui/alert'
import { Button } from '../../../ui/controls/button'
import { Choice } from '../../../ui/controls/choice'
import { Problem, TextField } from '../../../ui/fields/form-field'
import { Section } from '../../../ui/section'
import { CheapestSection } from '../../cheapest/cheapest-section'
import { charactersOf, secondsOf, workOf } from '../../run/estimate-duration'
import { start, useRuns } from '../../run/run-store'
import { TuneSection } from '../../tune/tune-section'
import { type PlanOfSetup, planOfSetup } from '../plan-of-setup'
import { applyPreset, changeSetup, setupStore, startWith, useSetup } from '../setup-store'
import { PartList } from './part-list'
import { type CheckedPlan, useCheck } from './use-check'
import { useRates } from './use-rates'
import { VariantList } from './variant-list'

export function SetupForm() {
  const texts = copy.compare.form
  const setup = useSetup((state) => state)
  const models = useApp((state) => state.models)
  const model = models.find(({ id }) => id === setup.modelId)
  useFirstModel()
  const shape = useCacheShape(setup.modelId ?? '')
  const made = planOfSetup(setup)
  const checked = useCheck(made.plan)
  const refusals = new Map(checked.check?.refused.map(({ variant, failure }) => [variant, sentenceOf(failure).what]))
  const takesTools = useApp(
    ({ app }) => app?.model.status === 'ready' && app.model.file.id === setup.modelId && app.model.model.chatTemplate.abilities?.tools,
  )
  const hasServers = setup.variants.some(isOnServer)
  const isLocal = localVariants(setup.variants).length > 0
  const presetModel = { trainedTokens: model?.trainedTokens ?? 0, takesTools: takesTools === true, hasServers }
  return (
    <form
      aria-label={texts.title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // An invalid number never reaches the plan, so its field gets focus instead.
        const wrong = event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')
        if (wrong) return wrong.focus()
        const { plan } = planOfSetup(setupStore.getState())
        if (plan) void start((compare) => compare.start(plan))
      }}
    >
      <header className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="font-semibold text-lg">{texts.title}</h2>
        <div className="ml-auto flex gap-2">
          <Button className="h-7" title={texts.presets.quick.meaning} onClick={() => applyPreset('quick', presetModel)}>
            {texts.presets.quick.name}
          </Button>
          <Button className="h-7" title={texts.presets.thorough.meaning} onClick={() => applyPreset('thorough', presetModel)}>
            {texts.presets.thorough.name}
          </Button>
        </div>
      </header>
      <div className="grid grid-cols-2 gap-x-6 gap-y-4 @max-[73.75rem]:grid-cols-1">
        <div className="flex min-w-0 flex-col gap-4">
          <Section title={texts.model.title}>
            <div className="flex flex-col gap-1.5 text-[13px]">
              {isLocal ? (
                <Choice
                  label={texts.model.label}
                  value={setup.modelId ?? ''}
                  placeholder={texts.model.placeholder}
                  options={models.map(({ id, name, missing }) => ({
                    value: id,
                    label: name,
                    refused: missing ? texts.model.missing : undefined,
                  }))}
                  onChange={(modelId) => changeSetup({ modelId })}
                />
              ) : (
                <p className="text-soft">{texts.model.notNeeded}</p>
              )}
              <Problem text={made.problems?.model} />
              <TextField
                {...texts.runTitle}
                value={setup.title}
                placeholder={made.plan?.title ?? ''}
                onChange={(title) => changeSetup({ title: title.slice(0, 200) })}
              />
            </div>
          </Section>
          <VariantList shape={shape} refusals={refusals} problem={made.problems?.servers} />
          {isLocal && setup.modelId !== null && <TuneSection modelId={setup.modelId} />}
          {isLocal && setup.modelId !== null && <CheapestSection key={setup.modelId} modelId={setup.modelId} />}
        </div>
        <div className="min-w-0">
          <PartList problems={made.problems ?? {}} />
        </div>
      </div>
      <StartFoot made={made} checked={checked} modelName={model?.name} />
    </form>
  )
}

/** Until the user chooses, selects the chat's model, or else the first model of the library. */
function useFirstModel(): void {
  const models = useApp((state) => state.models)
  const status = useApp((state) => state.app?.model)
  const loadedId = status && 'file' in status ? status.file?.id : undefined
  const modelId = useSetup((setup) => setup.modelId)
  useEffect(() => {
    const first = models.find(({ id }) => id === loadedId) ?? models.find(({ missing }) => !missing)
    if (modelId === null && first) startWith(first)
  }, [models, loadedId, modelId])
}

interface StartFootProps {
  readonly made: PlanOfSetup
  readonly checked: CheckedPlan
  readonly modelName: string | undefined
}

function StartFoot({ made, checked, modelName }: StartFootProps) {
  const texts = copy.compare.form
  const isRunning = useRuns((state) => state.progress !== null)
  const { check, trouble } = checked
  const problem = made.problems && Object.values(made.problems)[0]
  return (
    <div className="-mx-5 sticky bottom-0 z-20 mt-4 flex flex-col gap-2 border-line border-t bg-paper px-5 py-3 @max-[62.5rem]:-mx-4 @max-[62.5rem]:px-4">
      {trouble && <FailureAlert failure={trouble} />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-[13px]">
        <Button look="primary" type="submit" disabled={made.plan === null || trouble !== null || isRunning}>
          {texts.start}
        </Button>
        <p role="status" className="min-w-0 flex-1 leading-snug">
          {isRunning ? (
            texts.busy
          ) : problem ? (
            <span className="text-danger">{problem}</span>
          ) : (
            <>
              {check && `${texts.measurements(check.cells)} `}
              {check && check.refused.length > 0 && <span className="text-danger">{texts.refused(check.refused.length)} </span>}
              <Duration made={made} modelName={modelName} />
            </>
          )}
        </p>
      </div>
    </div>
  )
}

function Duration({ made, modelName }: { readonly made: PlanOfSetup; readonly modelName: string | undefined }) {
  const known = useRates(modelName)
  if (!made.plan) return null
  const hasServers = made.plan.variants.some(isOnServer)
  if (hasServers) return <span className="text-soft">{copy.compare.form.durationOfServers}</span>
  if (!known) return <span className="text-soft">{copy.compare.form.durationUnknown}</span>
  const { rates, at, learned } = known
  const seconds = secondsOf(workOf(made.plan, charactersOf(made.plan)), rates) * learned.factor
  return <span className="text-soft">{copy.compare.form.duration(seconds, { ...rates, at, runs: learned.runs })}</span>
}
