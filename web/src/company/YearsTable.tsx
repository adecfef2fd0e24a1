import { Anchor } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { CompanyInventory } from '#core/contract/company_inventory_schema.ts';
import { Table } from '../components/Table.tsx';
import { formatNumber } from '../format.ts';
import { screens } from '../paths.ts';
import classes from './CompanyPage.module.css';
import type { YearRow } from './year_rows.ts';

interface YearsTableProps {
  readonly inventory: CompanyInventory;
  readonly rows: readonly YearRow[];
}

/** Objects × sources × years; the head of a year leads to the inventory of its project. */
export function YearsTable({ inventory: { years, base_year }, rows }: YearsTableProps) {
  return (
    <Table
      label="Объекты, источники и годы"
      scrollLabel="Таблица по объектам и годам"
      className={classes.years}
      columns={[
        {
          key: 'label',
          header: 'Показатель',
          isRowHeader: true,
          cell: ({ label, unit }: YearRow) => (
            <>
              {label}
              {unit !== '' && <span className={classes.unit}>, {unit}</span>}
            </>
          ),
        },
        ...years.map((year, index) => ({
          key: String(year.year),
          header: <YearHead year={year} isBase={year.year === base_year} />,
          isNumeric: true,
          cell: ({ values, decimals }: YearRow) => {
            const value = values[index] ?? null;
            return value === null ? '—' : formatNumber(value, decimals);
          },
        })),
      ]}
      rows={rows}
      keyOf={({ key }) => key}
      row={({ level }) => ({ 'data-level': level })}
      groupHead={({ group }, index) => (rows[index - 1]?.group === group ? undefined : group)}
    />
  );
}

interface YearHeadProps {
  readonly year: CompanyInventory['years'][number];
  readonly isBase: boolean;
}

function YearHead({ year: { year, projects }, isBase }: YearHeadProps) {
  return (
    <>
      {projects.map((project, index) => (
        <span key={project} className={classes.year}>
          <Anchor component={Link} to={screens.inventory(project)} inherit>
            {year}
            {projects.length > 1 && `, проект ${index + 1}`}
          </Anchor>
        </span>
      ))}
      {isBase && <span className={classes.unit}>базовый</span>}
    </>
  );
}
