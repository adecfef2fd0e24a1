import { lazyChunk } from '../browser/lazy_chunk.ts';
import { RecordsPage } from '../records/RecordsPage.tsx';
import { ObjectForm } from './ObjectForm.tsx';
import { ObjectsTable } from './ObjectsTable.tsx';
import { OBJECTS_PER_PAGE, objectAtom, objectsAtom } from './state.ts';

const ObjectHistory = lazyChunk(async () => (await import('../history/ObjectHistory.tsx')).ObjectHistory);

/** The mines, pits and other objects of the company, active or archived. */
export function ObjectsPage() {
  return (
    <RecordsPage
      title="Объекты"
      addLabel="Добавить объект"
      limit={OBJECTS_PER_PAGE}
      pageAtom={objectsAtom}
      emptyTexts={{
        title: 'Объектов пока нет',
        hint: 'Добавьте шахты, разрезы, фабрики и котельные компании, чтобы относить к ним расчёты и видеть выбросы каждого объекта.',
        create: 'Добавить первый объект',
        archiveTitle: 'В архиве нет объектов',
        archiveHint: 'Сюда попадают удалённые объекты. Их можно вернуть в любое время.',
      }}
      Table={ObjectsTable}
      dialogs={{
        titles: { create: 'Новый объект', edit: 'Изменение объекта', history: 'История объекта' },
        recordAtom: objectAtom,
        Form: ObjectForm,
        History: ObjectHistory,
      }}
    />
  );
}
