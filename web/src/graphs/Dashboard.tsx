import { Anchor, Text } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { Link } from 'react-router-dom';
import type { Project } from '#core/contract/project.ts';
import { meAtom } from '../api/user.ts';
import { EmptyList } from '../components/EmptyList.tsx';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { LoadingText } from '../components/Loading.tsx';
import { screens } from '../paths.ts';
import { useStableAtom } from '../use_stable_atom.ts';
import { Changes } from './Changes.tsx';
import { companyProjectsAtom } from './load.ts';
import { Periods } from './Periods.tsx';
import { RecentEdits } from './RecentEdits.tsx';
import { Totals } from './Totals.tsx';

/** What the project emits, beside its other years, and what changed. */
export function Dashboard({ project }: { readonly project: Project }) {
  return (
    <>
      <Totals projectId={project.id} />
      <OtherYears project={project} />
      <RecentEdits projectId={project.id} />
    </>
  );
}

function OtherYears({ project }: { readonly project: Project }) {
  const me = useAtomValue(meAtom);
  const projects = useAtomValue(useStableAtom(companyProjectsAtom, me.data?.company.id));
  const failed = [me, projects].find(({ error, data }) => error !== null && data === undefined);
  if (failed) return <FailureAlert error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!projects.data) return <LoadingText />;
  const others = projects.data.filter(({ id }) => id !== project.id);
  if (others.length === 0) {
    return (
      <EmptyList title="Сравнивать по годам пока не с чем">
        <Text c="dimmed">
          Это единственный проект компании. Создайте проект за другой год — здесь появятся выбросы по годам и то, что
          изменилось.{' '}
          <Anchor component={Link} inherit to={`${screens.projects}?create=1`}>
            Добавить проект
          </Anchor>
        </Text>
      </EmptyList>
    );
  }
  return (
    <>
      <Periods project={project} others={others} />
      <Changes project={project} others={others} />
    </>
  );
}
