import { Group, Stack, TextInput } from '@mantine/core';
import { useSetAtom } from 'jotai';
import type { Project } from '#core/contract/project.ts';
import type { User } from '#core/contract/user.ts';
import { draftKey } from '../browser/drafts.ts';
import { DraftNote } from '../records/DraftNote.tsx';
import { differencesOf } from '../records/differences.ts';
import { FormButtons } from '../records/FormButtons.tsx';
import { FormMessages } from '../records/FormMessages.tsx';
import { useDraftForm } from '../records/use_draft_form.ts';
import { checkProject, isProjectDraft, projectDraft } from './draft.ts';
import { saveProjectAtom } from './state.ts';

interface ProjectFormProps {
  /** The project to change; without one a new project is created. */
  readonly project?: Project;
  readonly author: User;
  readonly onDone: () => void;
}

const LABELS = { name: 'Название', start_date: 'Дата начала', end_date: 'Дата окончания' } as const;
const FIELDS = Object.keys(LABELS) as (keyof typeof LABELS)[];

/** Name and dates of a project. */
export function ProjectForm({ project, author, onDone }: ProjectFormProps) {
  const save = useSetAtom(saveProjectAtom);
  const { form, draft, isRestored, clear, takeTheirs } = useDraftForm({
    storageKey: draftKey(author.id, 'project', project?.id ?? ''),
    isDraft: isProjectDraft,
    record: project,
    draftOf: projectDraft,
    check: checkProject,
    save: (fields, target: Project | undefined) => save({ ...(target && { project: target }), fields, author }),
    done: project ? 'Проект сохранён' : 'Проект создан',
    onDone,
  });
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
          differences={(current) => differencesOf(LABELS, projectDraft(current), draft)}
          onTakeTheirs={takeTheirs}
        />
        <FormButtons form={form} onClose={onDone} />
      </Stack>
    </form>
  );
}
