import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { EmptyList } from '../components/EmptyList.tsx';

/** The texts of an empty list and of an empty archive. */
export interface EmptyTexts {
  readonly title: string;
  readonly hint: string;
  /** Text of the button that creates the first record. */
  readonly create: string;
  readonly archiveTitle: string;
  readonly archiveHint: string;
}

interface EmptyRecordsProps {
  readonly texts: EmptyTexts;
  readonly isArchive: boolean;
  readonly onCreate: () => void;
}

/** Takes the place of an empty list: what belongs there, and the button that creates the first record. */
export function EmptyRecords({ texts, isArchive, onCreate }: EmptyRecordsProps) {
  return (
    <EmptyList title={isArchive ? texts.archiveTitle : texts.title}>
      <Text c="dimmed">{isArchive ? texts.archiveHint : texts.hint}</Text>
      {!isArchive && (
        <Button variant="default" leftSection={<IconPlus size={18} />} onClick={onCreate}>
          {texts.create}
        </Button>
      )}
    </EmptyList>
  );
}
