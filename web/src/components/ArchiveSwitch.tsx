import { SegmentedControl } from '@mantine/core';

interface ArchiveSwitchProps {
  readonly isArchive: boolean;
  readonly onChange: (isArchive: boolean) => void;
}

/** Between the active part of a list and its archive. */
export function ArchiveSwitch({ isArchive, onChange }: ArchiveSwitchProps) {
  return (
    <SegmentedControl
      aria-label="Какие записи показать"
      value={isArchive ? 'archive' : 'active'}
      onChange={(value) => onChange(value === 'archive')}
      data={[
        { value: 'active', label: 'Действующие' },
        { value: 'archive', label: 'Архив' },
      ]}
      transitionDuration={0}
    />
  );
}
