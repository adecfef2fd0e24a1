import { Anchor } from '@mantine/core';
import { IconChartBar, IconHistory, IconPencil, IconTrash } from '@tabler/icons-react';
import { useSetAtom } from 'jotai';
import { Link, useNavigate } from 'react-router-dom';
import type { Project } from '#core/contract/project.ts';
import { changeProject } from '../api/calls.ts';
import { DataTable, type DataTableColumn } from '../components/DataTable.tsx';
import { RowButton } from '../components/RowButton.tsx';
import { cut, formatDay } from '../format.ts';
import { screens } from '../paths.ts';
import { archive, restore } from '../records/archiving.ts';
import { RestoreButton } from '../records/RestoreButton.tsx';
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

interface ProjectsTableProps {
  readonly projects: readonly Project[];
  readonly isArchive: boolean;
  readonly onEdit: (id: string) => void;
  readonly onHistory: (id: string) => void;
}

/** Projects, a row each; a row leads to its calculations. */
export function ProjectsTable({ projects, isArchive, onEdit, onHistory }: ProjectsTableProps) {
  const navigate = useNavigate();
  const reload = useSetAtom(reloadProjectsAtom);
  const kind = {
    change: changeProject,
    reload,
    words: { archived: 'Проект в архиве', restored: 'Проект возвращён из архива' },
  };
  return (
    <DataTable
      label={isArchive ? 'Проекты в архиве' : 'Проекты'}
      items={projects}
      columns={COLUMNS}
      onOpen={({ id }) => navigate(screens.calculations(id))}
      actions={(project) => {
        const { id, name } = project;
        if (isArchive) return <RestoreButton name={name} onRestore={() => restore(project, kind)} />;
        return (
          <>
            <RowButton label={`Инфографика: ${name}`} icon={IconChartBar} to={screens.graphs(id)} />
            <RowButton label={`Изменить: ${name}`} icon={IconPencil} onClick={() => onEdit(id)} />
            <RowButton label={`История: ${name}`} icon={IconHistory} onClick={() => onHistory(id)} />
            <RowButton label={`Удалить: ${name}`} icon={IconTrash} onClick={() => void archive(project, kind)} />
          </>
        );
      }}
    />
  );
}
