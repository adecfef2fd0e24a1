import { Button, Group, Stack, Title } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { type CalculationType, definitionOf } from '#core/calculations/index.ts';
import { parseInputs, parseSettings } from '#core/calculations/schema.ts';
import type { Calculation } from '#core/contract/calculation.ts';
import type { TableFacts } from '#core/contract/rows.ts';
import type { Core } from '#core/load.ts';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { LoadingText } from '../components/Loading.tsx';
import { Notice } from '../components/Notice.tsx';
import { formatNumber } from '../format.ts';
import { ModelFacts } from '../models/ModelFacts.tsx';
import { modelsAtom } from '../models/models.ts';
import { useStableAtom } from '../use_stable_atom.ts';
import { GivenInputs } from './InputSummary.tsx';
import { Passport } from './Passport.tsx';
import { modelOf } from './pinned_model.ts';
import { RecomputedRows } from './RecomputedRows.tsx';
import classes from './ResultsView.module.css';
import { storedSource } from './rows_source.ts';
import { TableResults } from './TableResults.tsx';
import { useExplain } from './use_explain.ts';
import { useLoaded } from './use_loaded.ts';

interface TableResultsViewProps {
  readonly core: Core;
  readonly type: CalculationType;
  readonly calculation: Calculation;
  readonly onClose: () => void;
  readonly onEdit: (id: string) => void;
  readonly onHistory: (id: string) => void;
}

/** A stored calculation of a table with all that a verifier needs. Read-only. */
export function TableResultsView({ core, type, calculation, onClose, onEdit, onHistory }: TableResultsViewProps) {
  const definition = definitionOf(type);
  const { id, version, name, provenance } = calculation;
  const facts = calculation as Calculation & TableFacts;
  const reference = modelOf(calculation);
  const models = useAtomValue(useStableAtom(modelsAtom, reference !== undefined));
  const model = models.data?.find(({ id }) => id === reference?.id);
  const explain = useExplain(model);
  const source = useLoaded(() => storedSource(type, { id, version }), [type, id, version]);
  const parsed = parseInputs(definition, calculation, core.constant);
  const { settings } = parseSettings(definition, calculation);
  const canEdit = definition.editable && !calculation.is_deleted;
  return (
    <Stack gap="md">
      <Title order={2} className={classes.name ?? ''}>
        {name}
      </Title>
      <section aria-label="Исходные данные">
        <GivenInputs definition={definition} calculation={calculation} />
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
      <Passport
        calculation={calculation}
        own={[
          { term: 'Строк', text: formatNumber(facts.rows_count) },
          { term: 'Файл', text: facts.file_name ?? 'введено вручную' },
          { term: 'Строки с результатами (SHA-256)', text: facts.rows_sha256 },
          ...(reference
            ? [
                { term: 'Модель', text: reference.name },
                { term: 'Файл модели (SHA-256)', text: reference.sha256 },
              ]
            : []),
        ]}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => onHistory(id)}>
          История
        </Button>
        {canEdit && (
          <Button variant="default" onClick={() => onEdit(id)}>
            Изменить
          </Button>
        )}
        <Button onClick={onClose}>Закрыть</Button>
      </Group>
    </Stack>
  );
}
