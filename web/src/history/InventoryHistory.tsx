import { paths } from '#core/contract/paths.ts';
import { INVENTORY_FIELDS } from './fields.ts';
import { HistoryView } from './HistoryView.tsx';

/** The versions of what people have decided about the inventory of a project. */
export function InventoryHistory({ project, onClose }: { readonly project: string; readonly onClose: () => void }) {
  return <HistoryView path={paths.inventoryHistory(project)} fields={INVENTORY_FIELDS} onClose={onClose} />;
}
