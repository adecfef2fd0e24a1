import { Button, NativeSelect, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useAtomValue } from 'jotai';
import { useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { CompanyInventory } from '#core/contract/company_inventory_schema.ts';
import { GWP_SET_NAMES, GWP_SETS, LEGAL_GWP_SET } from '#core/contract/gwp_sets.ts';
import { saveFile } from '../browser/save_file.ts';
import { useTitle } from '../browser/title.ts';
import { EmptyList } from '../components/EmptyList.tsx';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { LoadingText } from '../components/Loading.tsx';
import { Notice } from '../components/Notice.tsx';
import { PageHead } from '../components/PageHead.tsx';
import { screens } from '../paths.ts';
import { useStableAtom } from '../use_stable_atom.ts';
import { Bridge } from './Bridge.tsx';
import classes from './CompanyPage.module.css';
import { companyInventoryAtom } from './state.ts';
import { YearsTable } from './YearsTable.tsx';
import { yearRows } from './year_rows.ts';
import { yearsCsv } from './years_csv.ts';

/** The company over the years: objects × sources × years, and why the total changed. What it counts in is in the address. */
export function CompanyPage() {
  useTitle('Компания и годы');
  const [search] = useSearchParams();
  const gwp = GWP_SET_NAMES.find((name) => name === search.get('gwp')) ?? LEGAL_GWP_SET;
  const base = Number(search.get('base')) || undefined;
  const inventory = useAtomValue(useStableAtom(companyInventoryAtom, gwp, base));
  // While another potential or base year is read, what stood there stays, and the keyboard with it.
  const [standing, setStanding] = useState(inventory.data);
  if (inventory.data && inventory.data !== standing) setStanding(inventory.data);
  return (
    <>
      <PageHead title="Компания и годы" />
      {inventory.error && !inventory.data && (
        <FailureAlert error={inventory.error} onRetry={() => void inventory.refetch()} />
      )}
      {!inventory.error && !standing && <LoadingText />}
      {standing && (standing.years.length === 0 ? <NoYears /> : <Years inventory={standing} />)}
    </>
  );
}

function NoYears() {
  return (
    <EmptyList title="Сводить пока нечего">
      <Text c="dimmed">
        Заведите проект за каждый год и отнесите его расчёты к объектам: здесь появятся объекты, источники и годы.
      </Text>
      <Button component={Link} to={screens.projects} variant="default">
        Открыть проекты
      </Button>
    </EmptyList>
  );
}

function Years({ inventory }: { readonly inventory: CompanyInventory }) {
  const [isShort, setShort] = useState(false);
  const all = useMemo(() => yearRows(inventory), [inventory]);
  const rows = isShort ? all.filter(({ level }) => level === 'total') : all;
  const years = inventory.years.map(({ year }) => year);
  const save = () => {
    const { buffer } = new TextEncoder().encode(yearsCsv(years, all));
    saveFile(buffer as ArrayBuffer, `Инвентаризация ${years[0]}–${years.at(-1)}.csv`, 'text/csv');
  };
  return (
    <div className={classes.page}>
      <div className={classes.controls} data-print="no">
        <Choices inventory={inventory} />
        <Button variant="default" aria-pressed={isShort} onClick={() => setShort(!isShort)}>
          Только итоги
        </Button>
        <Button variant="default" leftSection={<IconDownload size={18} stroke={1.6} />} onClick={save}>
          Скачать CSV
        </Button>
      </div>
      <YearsTable inventory={inventory} rows={rows} />
      <LeftOut inventory={inventory} />
      <Bridge inventory={inventory} />
    </div>
  );
}

/** The potential and the base year: both are kept in the address. */
function Choices({ inventory: { gwp_set, base_year, years } }: { readonly inventory: CompanyInventory }) {
  const [, setSearch] = useSearchParams();
  const choose = (name: string, value: string) =>
    setSearch(
      (before) => {
        before.set(name, value);
        return before;
      },
      { replace: true },
    );
  return (
    <>
      <NativeSelect
        label="ПГП метана"
        value={gwp_set}
        onChange={({ currentTarget }) => choose('gwp', currentTarget.value)}
        data={GWP_SET_NAMES.map((value) => ({ value, label: GWP_SETS[value].label }))}
      />
      <NativeSelect
        label="Базовый год"
        value={String(base_year)}
        onChange={({ currentTarget }) => choose('base', currentTarget.value)}
        data={years.map(({ year }) => String(year))}
      />
    </>
  );
}

/** What the table does not hold, beside its figures. */
function LeftOut({ inventory: { projects_left_out, years } }: { readonly inventory: CompanyInventory }) {
  const loose = years.filter(({ unassigned_count }) => unassigned_count > 0).map(({ year }) => year);
  const controls = years.filter((year) => year.controls > 0).map(({ year }) => year);
  const open = years.filter(({ open_findings }) => open_findings > 0).map(({ year }) => year);
  return (
    <Notice tone="info" title="Что не вошло и что проверить">
      <Text size="sm">
        Прогноз метана, заполнение пропусков, чувствительность и выбор технологии в инвентаризацию не входят. Проекты в
        архиве не входят.
        {projects_left_out > 0 && ` Не вошли и самые старые проекты: ${projects_left_out}.`}
        {loose.length > 0 && ` Не отнесены к объекту и складываются без баланса метана расчёты за ${loose.join(', ')}.`}
        {controls.length > 0 && ` Контрольные расчёты за ${controls.join(', ')} показаны рядом и не складываются.`}
        {open.length > 0 && ` Есть замечания без пояснения за ${open.join(', ')}: год в заголовке ведёт к ним.`} С
        прошлым годом замечания сравнивает экран проекта.
      </Text>
    </Notice>
  );
}
