import { Anchor } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useSetAtom } from 'jotai';
import { Link, useNavigate } from 'react-router-dom';
import type { Project } from '#core/contract/project.ts';
import { changeProject } from '../api/calls.ts';
import { DataTable, type DataTableColumn } from '../components/DataTable.tsx';
import { RowButton } from '../components/RowButton.tsx';
import { cut, formatDay } from '../format.ts';
import { screens } from '../paths.ts';
import { RecordActions } from '../records/RecordActions.tsx';
import type { RecordsTableProps } from '../records/RecordsPage.tsx';
import { reloadProjectsAtom } from './state.ts';

/** As specified. */
const NAME_SHOWN = 25;

const COLUMNS: readonly DataTableColumn<Project>[] = [
  {
    key: 'name',
    header: 'Название',
    cell: ({ id, name }) => (
      <Anchor
        component={Link}
        to={screens.calculations(id)}
        title={name}
        data-row-link
        onClick={(event) => event.stopPropagation()}
      >
        {cut(name, NAME_SHOWN)}
      </Anchor>
    ),
  },
  { key: 'start_date', header: 'Начало', cell: ({ start_date }) => start_date },
  { key: 'end_date', header: 'Окончание', cell: ({ end_date }) => end_date },
  { key: 'created_at', header: 'Создан', cell: ({ created_at }) => formatDay(created_at) },
];

/** Projects, a row each; a row leads to its calculations. */
export function ProjectsTable({ records, isArchive, onEdit, onHistory }: RecordsTableProps<Project>) {
  const navigate = useNavigate();
  const reload = useSetAtom(reloadProjectsAtom);
  const calls = {
    change: changeProject,
    reload,
    words: { archived: 'Проект в архиве', restored: 'Проект возвращён из архива' },
  };
  return (
    <DataTable
      label={isArchive ? 'Проекты в архиве' : 'Проекты'}
      items={records}
      columns={COLUMNS}
      onOpen={({ id }) => navigate(screens.calculations(id))}
      actions={(project) => (
        <RecordActions record={project} {...{ calls, isArchive, onEdit, onHistory }}>
          <RowButton label={`Инфографика: ${project.name}`} icon={IconChartBar} to={screens.graphs(project.id)} />
        </RecordActions>
      )}
    />
  );
}
