import { ActionIcon } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { Link } from 'react-router-dom';

interface RowButtonProps {
  /** Names the row, too: «Изменить проект „Разрез“». */
  readonly label: string;
  readonly icon: Icon;
  readonly onClick?: () => void;
  readonly to?: string;
  readonly isBusy?: boolean;
}

/** A small button of a table row. */
export function RowButton({ label, icon: RowIcon, onClick, to, isBusy = false }: RowButtonProps) {
  const common = { variant: 'subtle', color: 'gray', size: 32, 'aria-label': label, title: label } as const;
  const icon = <RowIcon size={18} stroke={1.6} />;
  if (to !== undefined) {
    return (
      <ActionIcon {...common} component={Link} to={to}>
        {icon}
      </ActionIcon>
    );
  }
  return (
    <ActionIcon {...common} onClick={onClick} loading={isBusy}>
      {icon}
    </ActionIcon>
  );
}
