import { Anchor, Text } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { Project } from '#core/contract/project.ts';
import { meAtom } from '../api/user.ts';
import { EmptyList } from '../components/EmptyList.tsx';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { LoadingRows } from '../components/Loading.tsx';
import { Pages } from '../components/Pages.tsx';
import { screens } from '../paths.ts';
import { PROJECTS_PER_PAGE, projectsAtom } from '../projects/state.ts';
import { Choices } from './Choices.tsx';

interface ProjectChoiceProps {
  readonly page: number;
  readonly chosen: Project | undefined;
  readonly onChoose: (project: Project) => void;
  readonly onPage: (page: number) => void;
}

/** The company's projects, a page at a time, of which one is chosen. */
export function ProjectChoice({ page, chosen, onChoose, onPage }: ProjectChoiceProps) {
  const me = useAtomValue(meAtom);
  const company = me.data?.company.id;
  const list = useAtomValue(useMemo(() => projectsAtom(page, false, company), [page, company]));
  if (list.error) return <FailureAlert error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <LoadingRows rows={PROJECTS_PER_PAGE} />;
  const { count, results } = list.data;
  if (count === 0) {
    return (
      <EmptyList title="Проектов пока нет">
        <Text c="dimmed">Создайте проект и добавьте в него расчёты: после этого их можно выгрузить в файл.</Text>
        <Anchor component={Link} to={screens.projects}>
          Перейти к проектам
        </Anchor>
      </EmptyList>
    );
  }
  const isElsewhere = chosen !== undefined && !results.some(({ id }) => id === chosen.id);
  return (
    <>
      <Choices
        label="Проект"
        name="project"
        choices={results.map(({ id, name, start_date, end_date }) => ({
          id,
          title: name,
          details: `${start_date} — ${end_date}`,
        }))}
        chosen={chosen?.id}
        onChoose={(id) => {
          const project = results.find((one) => one.id === id);
          if (project) onChoose(project);
        }}
      />
      <Pages count={count} limit={PROJECTS_PER_PAGE} page={page} onPage={onPage} />
      {isElsewhere && <Text size="sm">Выбран проект с другой страницы: {chosen.name}</Text>}
    </>
  );
}
