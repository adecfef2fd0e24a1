import { useAtomValue } from 'jotai';
import { parseSettings } from '#core/calculations/schema.ts';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { LoadingText } from '../components/Loading.tsx';
import { Notice } from '../components/Notice.tsx';
import { ModelFacts } from '../models/ModelFacts.tsx';
import { modelsAtom } from '../models/models.ts';
import { useStableAtom } from '../use_stable_atom.ts';
import type { ResultsProps } from './FieldsResults.tsx';
import { InputSummary } from './InputSummary.tsx';
import { modelOf } from './pinned_model.ts';
import { RecomputedRows } from './RecomputedRows.tsx';
import { storedSource } from './rows_source.ts';
import { TableResults } from './TableResults.tsx';
import { useExplain } from './use_explain.ts';
import { useLoaded } from './use_loaded.ts';

/** Inputs, model, rows and charts of a calculation of a dataset. */
export function DatasetResults({ core, type, definition, calculation, parsed }: ResultsProps) {
  const { id, version, provenance } = calculation;
  const reference = modelOf(calculation);
  const models = useAtomValue(useStableAtom(modelsAtom, reference !== undefined));
  const model = models.data?.find(({ id }) => id === reference?.id);
  const explain = useExplain(model);
  const source = useLoaded(() => storedSource(type, { id, version }), [type, id, version]);
  const { settings } = parseSettings(definition, calculation);
  return (
    <>
      <section aria-label="Исходные данные">
        <InputSummary definition={definition} calculation={calculation} />
        {model && <ModelFacts model={model} hasName />}
        {models.error && <FailureAlert error={models.error} onRetry={() => void models.refetch()} />}
        {reference && models.data && !model && (
          <Notice tone="warning">
            Модели «{reference.name}» больше нет в списке: пояснить строки и пересчитать их здесь нельзя.
          </Notice>
        )}
      </section>
      {source.error !== undefined && <FailureAlert error={source.error} onRetry={source.retry} />}
      {!source.data && source.error === undefined && <LoadingText />}
      {source.data && (
        <>
          <TableResults
            definition={definition}
            source={source.data}
            settings={settings}
            explain={explain}
            provenance={provenance}
            {...(parsed.ok && { inputs: parsed.inputs })}
          />
          {parsed.ok ? (
            <RecomputedRows
              {...{ core, type, calculation, settings, model }}
              inputs={parsed.inputs}
              source={source.data}
            />
          ) : (
            <Notice tone="error">Пересчитать нельзя: исходные данные выходят за нынешние пределы.</Notice>
          )}
        </>
      )}
    </>
  );
}
