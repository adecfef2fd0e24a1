import { Group, Stack, TextInput } from '@mantine/core';
import { useAtom, useSetAtom } from 'jotai';
import { RESET } from 'jotai/utils';
import { useMemo, useState } from 'react';
import type { Project, ProjectFields } from '#core/contract/project.ts';
import type { User } from '#core/contract/user.ts';
import { draftKey, keepDraft, storedDraftAtom } from '../browser/drafts.ts';
import { notifyDone } from '../components/notify.tsx';
import type { Difference } from '../records/Conflict.tsx';
import { DraftNote } from '../records/DraftNote.tsx';
import { FormButtons } from '../records/FormButtons.tsx';
import { FormMessages } from '../records/FormMessages.tsx';
import { useRecordForm } from '../records/use_record_form.ts';
import { checkProject, EMPTY_PROJECT, isProjectDraft, type ProjectDraft } from './draft.ts';
import { saveProjectAtom } from './state.ts';

interface ProjectFormProps {
  /** The project to change; without one a new project is created. */
  readonly project?: Project;
  readonly author: User;
  readonly onDone: () => void;
}

const LABELS = { name: 'Название', start_date: 'Дата начала', end_date: 'Дата окончания' } as const;
const FIELDS = Object.keys(LABELS) as (keyof typeof LABELS)[];

/** Name and dates of a project. The draft survives a failed call, a reload and a new sign-in. */
export function ProjectForm({ project, author, onDone }: ProjectFormProps) {
  const [base, setBase] = useState(project);
  const key = draftKey(author.id, 'project', project?.id ?? '');
  const draftAtom = useMemo(() => storedDraftAtom<ProjectDraft>(key, isProjectDraft), [key]);
  const [stored, setStored] = useAtom(draftAtom);
  const [isRestored, setRestored] = useState(stored !== null);
  const save = useSetAtom(saveProjectAtom);
  const draft = stored ?? base ?? EMPTY_PROJECT;

  const form = useRecordForm<ProjectDraft, ProjectFields, Project>({
    draft,
    onChange: (changes) => {
      const { name, start_date, end_date } = draft;
      setStored({ name, start_date, end_date, ...versionOf(draft), ...changes });
    },
    check: () => checkProject(draft),
    send: async (fields, over) => {
      // The draft may be older than the loaded record: the server learns which version was changed.
      const target = over ?? (base && { ...base, ...versionOf(draft) });
      await save({ ...(target && { project: target }), fields, author });
      // The form shows the saved values until it has closed.
      keepDraft(key, null);
      notifyDone(project ? 'Проект сохранён' : 'Проект создан');
      onDone();
    },
  });
  const clear = () => {
    setStored(RESET);
    setRestored(false);
    form.reset();
  };

  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="sm">
        {isRestored && <DraftNote onClear={clear} />}
        <TextInput label={LABELS.name} autoFocus data-autofocus required {...form.field('name')} />
        <Group grow align="flex-start" gap="sm">
          <TextInput label={LABELS.start_date} type="date" required {...form.field('start_date')} />
          <TextInput label={LABELS.end_date} type="date" required {...form.field('end_date')} />
        </Group>
        <FormMessages
          form={form}
          fields={FIELDS}
          differences={(current) => differences(current, draft)}
          onTakeTheirs={(current) => {
            clear();
            setBase(current);
          }}
        />
        <FormButtons form={form} onClose={onDone} />
      </Stack>
    </form>
  );
}

function versionOf({ version }: { readonly version?: number }) {
  return version === undefined ? {} : { version };
}

function differences(current: Project, draft: ProjectDraft): Difference[] {
  return FIELDS.filter((field) => current[field] !== draft[field]).map((field) => ({
    label: LABELS[field],
    theirs: current[field],
    mine: draft[field],
  }));
}
