import { Group, TextInput } from '@mantine/core';
import { useSetAtom } from 'jotai';
import type { ComponentProps } from 'react';
import type { Project } from '#core/contract/project.ts';
import { DraftForm } from '../records/DraftForm.tsx';
import type { RecordFormProps } from '../records/RecordDialog.tsx';
import { PROJECT_DRAFT } from './draft.ts';
import { saveProjectAtom } from './state.ts';

const { labels } = PROJECT_DRAFT;

/** Name and dates of a project. */
export function ProjectForm(props: RecordFormProps<Project>) {
  const { author } = props;
  const save = useSetAtom(saveProjectAtom);
  return (
    <DraftForm {...props} kind={PROJECT_DRAFT} save={(fields, project) => save({ project, fields, author })}>
      {(field) => <ProjectControls field={field} />}
    </DraftForm>
  );
}

/** The fields of a project; `field` gives the properties of a control. */
export function ProjectControls({ field }: { readonly field: FieldProps }) {
  return (
    <>
      <TextInput label={labels.name} autoFocus data-autofocus required {...field('name')} />
      <Group grow align="flex-start" gap="sm">
        <TextInput label={labels.start_date} type="date" required {...field('start_date')} />
        <TextInput label={labels.end_date} type="date" required {...field('end_date')} />
      </Group>
    </>
  );
}

type FieldProps = Parameters<ComponentProps<typeof DraftForm<keyof typeof labels, unknown, Project>>['children']>[0];
