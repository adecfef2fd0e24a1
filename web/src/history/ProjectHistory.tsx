import { paths } from '#core/contract/paths.ts';
import { PROJECT_FIELDS } from './fields.ts';
import { HistoryView } from './HistoryView.tsx';

/** The versions of a project. */
export function ProjectHistory({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  return <HistoryView path={paths.projectHistory(id)} fields={PROJECT_FIELDS} onClose={onClose} />;
}
