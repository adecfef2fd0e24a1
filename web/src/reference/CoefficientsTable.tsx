import { Title } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { type DictionaryUse, numberInputs } from '#core/calculations/definition.ts';
import { type CalculationType, definitionOf } from '#core/calculations/index.ts';
import { type Dictionary, type DictionaryEntry, rowSourceText } from '#core/contract/dictionary.ts';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { LoadingText } from '../components/Loading.tsx';
import { NormMark } from '../components/NormMark.tsx';
import { Table } from '../components/Table.tsx';
import { formatNumber } from '../format.ts';
import { useStableAtom } from '../use_stable_atom.ts';
import { dictionariesAtom } from './dictionaries.ts';
import classes from './Reference.module.css';

/**
 * All coefficients of a category: a table per dictionary, with unit, source and mark of every row.
 */
export function CoefficientRows({ type }: { readonly type: CalculationType }) {
  const definition = definitionOf(type);
  const uses: readonly DictionaryUse[] = definition.dictionaries ?? [];
  const names = useMemo(() => uses.map(({ name }) => name), [uses]);
  const dictionaries = useAtomValue(useStableAtom(dictionariesAtom, names));
  return (
    <section aria-label="Коэффициенты категории" className={classes.coefficients}>
      <Title order={2}>{definition.title}</Title>
      {uses.map((use, index) => {
        const query = dictionaries[index];
        if (query?.error && !query.data) {
          return <FailureAlert key={use.name} error={query.error} onRetry={() => void query.refetch()} />;
        }
        if (!query?.data) return <LoadingText key={use.name} />;
        return <DictionaryTable key={use.name} type={type} use={use} dictionary={query.data} />;
      })}
    </section>
  );
}

interface DictionaryTableProps {
  readonly type: CalculationType;
  readonly use: DictionaryUse;
  readonly dictionary: Dictionary;
}

function DictionaryTable({ type, use, dictionary }: DictionaryTableProps) {
  const columns = numberInputs(definitionOf(type)).filter(([name]) => use.presets.includes(name));
  const volumes = dictionary.results.some(({ units }) => units.volume !== undefined);
  const documents = [...new Set(dictionary.results.map(({ source }) => source.document))];
  const [only] = documents;
  return (
    <Table
      scrollLabel={use.label}
      className={classes.table}
      cards="split"
      caption={
        <>
          <strong>{use.label}</strong>
          {documents.length === 1 && `. Источник: ${only}`}. Версия справочника {dictionary.version}
        </>
      }
      columns={[
        { key: 'name of the row', header: 'Название', label: '', className: classes.name, cell: ({ name }) => name },
        ...columns.map(([name, { label, symbol, unit }]) => ({
          key: name,
          header: `${label}, ${symbol}`,
          isNumeric: true,
          cell: (row: DictionaryEntry) => coefficientText(row, name, unit),
        })),
        ...(volumes
          ? [{ key: 'volume', header: 'Количество вводится в', cell: ({ units }: DictionaryEntry) => units.volume }]
          : []),
        {
          key: 'source of the row',
          header: 'Источник',
          label: '',
          className: classes.source,
          cell: ({ mark, source, note }) => (
            <>
              <NormMark mark={mark} />
              {rowSourceText(documents.length === 1 ? { ...source, document: '' } : source)}
              {note && `. ${note}`}
            </>
          ),
        },
      ]}
      rows={dictionary.results}
      keyOf={({ id }) => id}
    />
  );
}

/** «25,4 ТДж/тыс. т», or that the user types the number. */
function coefficientText(row: DictionaryEntry, name: string, unit: string): string {
  const value = (row as unknown as Readonly<Record<string, string | undefined>>)[name];
  if (value === undefined) return 'вводится';
  const units = row.units as Readonly<Record<string, string | undefined>>;
  return `${formatNumber(Number(value))} ${units[name] ?? unit}`;
}
