import { paths } from '#core/contract/paths.ts';
import { OBJECT_FIELDS } from './fields.ts';
import { HistoryView } from './HistoryView.tsx';

/** The versions of an object of the inventory. */
export function ObjectHistory({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  return <HistoryView path={paths.objectHistory(id)} fields={OBJECT_FIELDS} onClose={onClose} />;
}
