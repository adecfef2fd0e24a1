import { useAtomValue } from 'jotai';
import { meAtom } from '../api/user.ts';
import { lazyChunk } from '../browser/lazy_chunk.ts';
import { RecordsPage } from '../records/RecordsPage.tsx';
import { ProjectForm } from './ProjectForm.tsx';
import { ProjectsTable } from './ProjectsTable.tsx';
import { PROJECTS_PER_PAGE, projectAtom, projectsAtom } from './state.ts';

const DIALOGS = {
  titles: { create: 'Новый проект', edit: 'Изменение проекта', history: 'История проекта' },
  recordAtom: projectAtom,
  Form: ProjectForm,
  History: lazyChunk(async () => (await import('../history/ProjectHistory.tsx')).ProjectHistory),
};

const EMPTY_TEXTS = {
  title: 'Проектов пока нет',
  hint: 'Создайте проект — например, «Шахта, отчётный год» — и добавьте в него расчёты.',
  create: 'Создать первый проект',
  archiveTitle: 'В архиве нет проектов',
  archiveHint: 'Сюда попадают удалённые проекты. Их можно вернуть в любое время.',
};

/** The company's projects, active or archived. */
export function ProjectsPage() {
  const me = useAtomValue(meAtom);
  return (
    <RecordsPage
      title="Проекты"
      addLabel="Добавить проект"
      limit={PROJECTS_PER_PAGE}
      pageAtom={projectsAtom}
      company={me.data?.company.id}
      emptyTexts={EMPTY_TEXTS}
      Table={ProjectsTable}
      dialogs={DIALOGS}
    />
  );
}
