import { useAtomValue } from 'jotai';
import { meAtom } from '../api/user.ts';
import { useTitle } from '../browser/title.ts';
import { useListAddress } from '../records/list_address.ts';
import { RecordsPage } from '../records/RecordsPage.tsx';
import { useStableAtom } from '../use_stable_atom.ts';
import { NoProjects } from './NoProjects.tsx';
import { ProjectDialog } from './ProjectDialog.tsx';
import { ProjectsTable } from './ProjectsTable.tsx';
import { PROJECTS_PER_PAGE, projectsAtom } from './state.ts';

/** The company's projects, active or archived. */
export function ProjectsPage() {
  useTitle('Проекты');
  const me = useAtomValue(meAtom);
  const address = useListAddress();
  const { page, isArchive, open } = address;
  const list = useAtomValue(useStableAtom(projectsAtom, me.data?.company.id, page, isArchive));
  return (
    <RecordsPage
      title="Проекты"
      addLabel="Добавить проект"
      address={address}
      list={list}
      limit={PROJECTS_PER_PAGE}
      canAdd={me.data !== undefined}
      empty={<NoProjects isArchive={isArchive} onCreate={() => open({ mode: 'create' })} />}
      table={(projects) => (
        <ProjectsTable
          projects={projects}
          isArchive={isArchive}
          onEdit={(id) => open({ mode: 'edit', id })}
          onHistory={(id) => open({ mode: 'history', id })}
        />
      )}
    >
      {me.data && <ProjectDialog dialog={address.dialog} author={me.data} onClose={address.close} />}
    </RecordsPage>
  );
}
