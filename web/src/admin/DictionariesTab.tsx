import { Anchor, Text } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { Link } from 'react-router-dom';
import { DICTIONARY_NAMES, type Dictionary, type DictionaryName, MARK_LABELS } from '#core/contract/dictionary.ts';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { Table } from '../components/Table.tsx';
import { screens } from '../paths.ts';
import { dictionariesAtom } from '../reference/dictionaries.ts';
import { useStableAtom } from '../use_stable_atom.ts';
import classes from './Admin.module.css';

const LABELS: Readonly<Record<DictionaryName, string>> = {
  get_recycle_technology: 'Технологии утилизации метана',
  get_coeff_co2_density: 'Плотности топлив',
  get_disposal_co2_stat_sources: 'Стационарное сжигание топлив',
  get_disposal_co2_torch: 'Сжигание на факеле: CO₂',
  get_torch_ch4: 'Сжигание на факеле: CH₄',
  get_enrichment: 'Обогащение угля',
  get_gas_content: 'Газоносность пластов',
  get_methane_abundance: 'Метанообильность шахт',
  get_handling_underground_ch4: 'Обращение с углём подземной добычи: CH₄',
  get_underground_emission_ch4: 'Подземная добыча: CH₄',
  get_open_mining_ch4: 'Открытая добыча: CH₄',
  get_open_mining_co2: 'Транспорт открытой добычи: CO₂',
  get_underground: 'Плотности CO₂ и CH₄ по условиям измерения',
  get_underground_content: 'Содержание CO₂ и CH₄ в смесях',
};

/** The fourteen dictionaries as the server has them. They change with a release of the product, not here. */
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
          { key: 'name', header: 'Справочник', label: '', cell: ({ name }) => LABELS[name] },
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
