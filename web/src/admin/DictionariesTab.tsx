import { Anchor, Text } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { Link } from 'react-router-dom';
import { type Dictionary, MARK_LABELS } from '#core/contract/dictionary.ts';
import { DICTIONARY_LABELS, DICTIONARY_NAMES } from '#core/dictionaries/index.ts';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { Table } from '../components/Table.tsx';
import { screens } from '../paths.ts';
import { dictionariesAtom } from '../reference/dictionaries.ts';
import { useStableAtom } from '../use_stable_atom.ts';
import classes from './Admin.module.css';

/** The dictionaries as the server has them. They change with a release of the product, not here. */
export function DictionariesTab() {
  const dictionaries = useAtomValue(useStableAtom(dictionariesAtom, DICTIONARY_NAMES));
  const failed = dictionaries.find(({ error, data }) => error !== null && data === undefined);
  const retry = () => {
    for (const { error, refetch } of dictionaries) if (error) void refetch();
  };
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        Справочники приходят с обновлением продукта и здесь не меняются. Их строки с источниками — в разделе{' '}
        <Anchor component={Link} to={screens.dictionary} className={classes.underlined ?? ''}>
          «Справочники»
        </Anchor>
        .
      </Text>
      {failed && <FailureAlert error={failed.error} onRetry={retry} />}
      <Table
        label="Версии справочников"
        cards="lines"
        columns={[
          { key: 'name', header: 'Справочник', label: '', cell: ({ name }) => DICTIONARY_LABELS[name] },
          { key: 'version', header: 'Версия', className: classes.when, cell: ({ data }) => data?.version ?? '…' },
          { key: 'count', header: 'Строк', isNumeric: true, cell: ({ data }) => data?.count ?? '…' },
          { key: 'origins', header: 'Происхождение строк', cell: ({ data }) => (data ? origins(data) : '…') },
        ]}
        rows={DICTIONARY_NAMES.map((name, index) => ({ name, data: dictionaries[index]?.data }))}
        keyOf={({ name }) => name}
      />
    </>
  );
}

/** «норматив: 12, предложение: 1». */
function origins({ results }: Dictionary): string {
  return Object.entries(MARK_LABELS)
    .map(([mark, label]) => [label, results.filter((row) => row.mark === mark).length] as const)
    .filter(([, count]) => count > 0)
    .map(([label, count]) => `${label}: ${count}`)
    .join(', ');
}
