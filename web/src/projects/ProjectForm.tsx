import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useAtom, useSetAtom } from 'jotai';
import { RESET } from 'jotai/utils';
import { type FormEvent, useMemo, useState } from 'react';
import type { Project } from '#core/contract/project.ts';
import type { User } from '#core/contract/user.ts';
import { ApiFailure } from '../api/failure.ts';
import { draftKey, keepDraft, storedDraftAtom } from '../browser/drafts.ts';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { notifyDone } from '../components/notify.tsx';
import { Conflict, currentOf, type Difference } from '../records/Conflict.tsx';
import { DraftNote } from '../records/DraftNote.tsx';
import { type Faults, faultsByField, focusFirstFault } from '../records/faults.ts';
import { EMPTY_PROJECT, isProjectDraft, type ProjectDraft, parseProject } from './draft.ts';
import { saveProjectAtom } from './state.ts';

interface ProjectFormProps {
  /** The project to change; without one a new project is made. */
  readonly project?: Project;
  readonly author: User;
  readonly onDone: () => void;
}

const LABELS = { name: 'Название', start_date: 'Дата начала', end_date: 'Дата окончания' } as const;
const FIELDS = Object.keys(LABELS) as (keyof typeof LABELS)[];

/** Name and dates of a project. What is typed survives a failed saving, a reload and a new sign-in. */
export function ProjectForm({ project, author, onDone }: ProjectFormProps) {
  const [base, setBase] = useState(project);
  const key = draftKey(author.id, 'project', project?.id ?? '');
  const draftAtom = useMemo(() => storedDraftAtom<ProjectDraft>(key, isProjectDraft), [key]);
  const [typed, setTyped] = useAtom(draftAtom);
  const [isRestored, setRestored] = useState(typed !== null);
  const draft = typed ?? base ?? EMPTY_PROJECT;
  const save = useSetAtom(saveProjectAtom);
  const [faults, setFaults] = useState<Faults>({});
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);

  const change = (field: (typeof FIELDS)[number], text: string) => {
    const { name, start_date, end_date } = draft;
    setTyped({ name, start_date, end_date, ...versionOf(draft), [field]: text });
    setFaults(({ [field]: _mended, ...others }) => others);
  };

  const send = async (target: Project | undefined) => {
    const parsed = parseProject(draft);
    setFaults(parsed.ok ? {} : parsed.faults);
    if (!parsed.ok || isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await save({ ...(target && { project: target }), fields: parsed.fields, author });
      // The form shows what was saved until it has closed.
      keepDraft(key, null);
      notifyDone(project ? 'Проект сохранён' : 'Проект создан');
      onDone();
    } catch (error) {
      setFailure(error);
      if (error instanceof ApiFailure) setFaults(faultsByField(error));
      setBusy(false);
    }
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentTarget } = event;
    // The draft may be older than what has just been loaded: the server is told which state was changed.
    void send(base && { ...base, ...versionOf(draft) }).then(() => focusFirstFault(currentTarget));
  };

  const clear = () => {
    setTyped(RESET);
    setRestored(false);
    setFaults({});
    setFailure(undefined);
  };

  const current = currentOf<Project>(failure);
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {isRestored && <DraftNote onClear={clear} />}
        <TextInput
          label={LABELS.name}
          autoFocus
          data-autofocus
          value={draft.name}
          onChange={(event) => change('name', event.currentTarget.value)}
          error={faults.name}
          required
        />
        <Group grow align="flex-start" gap="sm">
          <TextInput
            label={LABELS.start_date}
            type="date"
            value={draft.start_date}
            onChange={(event) => change('start_date', event.currentTarget.value)}
            error={faults.start_date}
            required
          />
          <TextInput
            label={LABELS.end_date}
            type="date"
            value={draft.end_date}
            onChange={(event) => change('end_date', event.currentTarget.value)}
            error={faults.end_date}
            required
          />
        </Group>
        {current ? (
          <Conflict
            differences={differences(current, draft)}
            isArchived={current.is_deleted}
            isBusy={isBusy}
            onOverwrite={() => void send(current)}
            onTakeTheirs={() => {
              clear();
              setBase(current);
            }}
          />
        ) : (
          failure !== undefined && <FailureAlert error={failure} shownFields={FIELDS} />
        )}
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button variant="default" onClick={onDone}>
            Закрыть
          </Button>
          {!current && (
            <Button type="submit" loading={isBusy}>
              Сохранить
            </Button>
          )}
        </Group>
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
