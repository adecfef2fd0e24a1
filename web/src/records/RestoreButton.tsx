import { IconArchiveOff } from '@tabler/icons-react';
import { RowButton } from '../components/RowButton.tsx';

/** Takes a row out of the archive. */
export function RestoreButton({ name, onRestore }: { readonly name: string; readonly onRestore: () => Promise<void> }) {
  return <RowButton label={`Вернуть из архива: ${name}`} icon={IconArchiveOff} onClick={() => void onRestore()} />;
}
