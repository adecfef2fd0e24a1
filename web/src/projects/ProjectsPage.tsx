import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { meAtom } from '../api/user.ts';
import { useTitle } from '../browser/title.ts';
import { ArchiveSwitch } from '../components/ArchiveSwitch.tsx';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { LoadingRows } from '../components/Loading.tsx';
import { PageHead } from '../components/PageHead.tsx';
import { Pages } from '../components/Pages.tsx';
import { useListAddress } from '../records/list_address.ts';
import { NoProjects } from './NoProjects.tsx';
import { ProjectDialog } from './ProjectDialog.tsx';
import { ProjectsTable } from './ProjectsTable.tsx';
import { PROJECTS_PER_PAGE, projectsAtom } from './state.ts';

/** The company's projects, active or archived. */
export function ProjectsPage() {
  useTitle('Проекты');
  const me = useAtomValue(meAtom);
  const address = useListAddress();
  const { page, isArchive } = address;
  const company = me.data?.company.id;
  const list = useAtomValue(useMemo(() => projectsAtom(company, page, isArchive), [company, page, isArchive]));
  const create = () => address.open({ mode: 'create' });
  return (
    <>
      <PageHead title="Проекты">
        <ArchiveSwitch isArchive={isArchive} onChange={address.setArchive} />
        <Button leftSection={<IconPlus size={18} />} onClick={create} disabled={!me.data}>
          Добавить проект
        </Button>
      </PageHead>
      {list.error && <FailureAlert error={list.error} onRetry={() => void list.refetch()} />}
      {!list.error && !list.data && <LoadingRows rows={PROJECTS_PER_PAGE} />}
      {!list.error && list.data && list.data.count === 0 && <NoProjects isArchive={isArchive} onCreate={create} />}
      {list.data && list.data.count > 0 && (
        <>
          <ProjectsTable
            projects={list.data.results}
            isArchive={isArchive}
            onEdit={(id) => address.open({ mode: 'edit', id })}
            onHistory={(id) => address.open({ mode: 'history', id })}
          />
          <Pages count={list.data.count} limit={PROJECTS_PER_PAGE} page={page} onPage={address.setPage} />
        </>
      )}
      {me.data && <ProjectDialog dialog={address.dialog} author={me.data} onClose={address.close} />}
    </>
  );
}
