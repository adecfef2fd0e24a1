import { Button, Group, Stack, Title } from '@mantine/core';
import { Suspense } from 'react';
import { type CalculationType, definitionOf } from '#core/calculations/index.ts';
import { parseInputs } from '#core/calculations/schema.ts';
import type { Calculation } from '#core/contract/calculation.ts';
import type { Core } from '#core/load.ts';
import { lazyChunk } from '../browser/lazy_chunk.ts';
import { LoadingText } from '../components/Loading.tsx';
import { FieldsResults } from './FieldsResults.tsx';
import { Passport } from './Passport.tsx';
import classes from './ResultsView.module.css';

/** Rows, charts and explanations come when a calculation with rows is opened. */
const DatasetResults = lazyChunk(async () => (await import('./DatasetResults.tsx')).DatasetResults);

interface ResultsViewProps {
  readonly core: Core;
  readonly type: CalculationType;
  readonly calculation: Calculation;
  readonly onClose: () => void;
  readonly onEdit: (id: string) => void;
  readonly onHistory: (id: string) => void;
}

/** A stored calculation with everything that a verifier needs. Read-only. */
export function ResultsView({ core, type, calculation, onClose, onEdit, onHistory }: ResultsViewProps) {
  const definition = definitionOf(type);
  const { id, name, is_deleted } = calculation;
  const results = { core, type, definition, calculation, parsed: parseInputs(definition, calculation, core.constant) };
  return (
    <Stack gap="md">
      <Title order={2} className={classes.name ?? ''}>
        {name}
      </Title>
      {definition.table ? (
        <Suspense fallback={<LoadingText />}>
          <DatasetResults {...results} />
        </Suspense>
      ) : (
        <FieldsResults {...results} />
      )}
      <Passport definition={definition} calculation={calculation} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => onHistory(id)}>
          История
        </Button>
        {definition.editable && !is_deleted && <Button onClick={() => onEdit(id)}>Изменить</Button>}
        <Button variant="default" onClick={onClose}>
          Закрыть
        </Button>
      </Group>
    </Stack>
  );
}
