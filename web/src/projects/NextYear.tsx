import { Button, Text } from '@mantine/core';
import { useSetAtom } from 'jotai';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Project } from '#core/contract/project.ts';
import type { User } from '#core/contract/user.ts';
import { rollForward } from '../api/calls.ts';
import { Dialog } from '../components/Dialog.tsx';
import { screens } from '../paths.ts';
import { DraftForm } from '../records/DraftForm.tsx';
import { nextYearDraft } from './next_year.ts';
import { ProjectControls } from './ProjectForm.tsx';
import { reloadProjectsAtom } from './state.ts';

interface NextYearProps {
  readonly project: Project;
  readonly author: User;
}

/** Makes the next year after a project: its calculations, objects and roles, to be checked one by one. */
export function NextYear({ project, author }: NextYearProps) {
  const [isOpen, setOpen] = useState(false);
  const reload = useSetAtom(reloadProjectsAtom);
  const navigate = useNavigate();
  const kind = useMemo(() => nextYearDraft(project), [project]);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Перенести на следующий год
      </Button>
      <Dialog title={`Следующий год по образцу: ${project.name}`} onClose={() => setOpen(false)}>
        {isOpen ? (
          <>
            <Text size="sm" mb="sm">
              Новый проект получит все действующие расчёты с их числами, объектами и ролями. Каждый перенесённый расчёт
              помечен, пока его не изменят или не подтвердят.
            </Text>
            <DraftForm
              kind={kind}
              author={author}
              save={async (fields) => {
                const made = await rollForward(project.id, fields);
                await reload();
                void navigate(screens.calculations(made.id));
              }}
              onDone={() => setOpen(false)}
            >
              {(field) => <ProjectControls field={field} />}
            </DraftForm>
          </>
        ) : null}
      </Dialog>
    </>
  );
}
