// biome-ignore-all lint/a11y/noRedundantRoles: a table that is laid out as cards loses the roles that are not said outright
import { Anchor, Text } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { Link } from 'react-router-dom';
import { DICTIONARY_NAMES, type Dictionary, type DictionaryName, MARK_LABELS } from '#core/contract/dictionary.ts';
import { FailureAlert } from '../components/FailureAlert.tsx';
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

const HEADS = ['Справочник', 'Версия', 'Строк', 'Происхождение строк'] as const;

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
      <table className={classes.table} role="table" aria-label="Версии справочников">
        <thead role="rowgroup">
          <tr role="row">
            {HEADS.map((head) => (
              <th key={head} role="columnheader" scope="col" data-numeric={head === 'Строк'}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {DICTIONARY_NAMES.map((name, index) => {
            const { data } = dictionaries[index] ?? {};
            return (
              <tr key={name} role="row">
                <td role="cell">{LABELS[name]}</td>
                <td role="cell" data-label={HEADS[1]} className={classes.when}>
                  {data?.version ?? '…'}
                </td>
                <td role="cell" data-label={HEADS[2]} data-numeric>
                  {data?.count ?? '…'}
                </td>
                <td role="cell" data-label={HEADS[3]}>
                  {data ? origins(data) : '…'}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
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
