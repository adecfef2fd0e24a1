import { Box, Button, NativeSelect, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import {
  CALCULATION_TYPES,
  CALCULATIONS,
  type CalculationType,
  definitionOf,
  isCalculationType,
} from '#core/calculations/index.ts';
import type { Project } from '#core/contract/project.ts';
import type { User } from '#core/contract/user.ts';
import { meAtom } from '../api/user.ts';
import { useTitle } from '../browser/title.ts';
import { ArchiveSwitch } from '../components/ArchiveSwitch.tsx';
import { EmptyList } from '../components/EmptyList.tsx';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { LoadingText } from '../components/Loading.tsx';
import { Notice } from '../components/Notice.tsx';
import { PageHead } from '../components/PageHead.tsx';
import { ProjectDesk } from '../desk/ProjectDesk.tsx';
import { WorkbookDialog } from '../desk/WorkbookDialog.tsx';
import { NextYear } from '../projects/NextYear.tsx';
import { ProjectTabs } from '../projects/ProjectTabs.tsx';
import { projectAtom } from '../projects/state.ts';
import { type OpenDialog, useListAddress } from '../records/list_address.ts';
import { DisagreementDialog } from '../results/DisagreementDialog.tsx';
import { JobsList } from '../tables/JobsList.tsx';
import { CalculationDialog } from './CalculationDialog.tsx';
import { CalculationPanel } from './CalculationPanel.tsx';
import { CalculationsList } from './CalculationsList.tsx';
import classes from './CalculationsPage.module.css';

/** As specified: the value of the choice before a type is chosen. */
const NOT_CHOSEN = 'undefined';

/** The calculations of a project, a type at a time. */
export function CalculationsPage() {
  const { projectId = '' } = useParams();
  const me = useAtomValue(meAtom);
  const project = useAtomValue(useMemo(() => projectAtom(projectId), [projectId]));
  useTitle(project.data ? `Расчёты — ${project.data.name}` : 'Расчёты');
  if (project.error && !project.data) {
    return (
      <>
        <PageHead title="Расчёты" />
        <FailureAlert error={project.error} onRetry={() => void project.refetch()} />
      </>
    );
  }
  if (!me.data || !project.data) return <LoadingText />;
  return <LoadedPage project={project.data} me={me.data} />;
}

interface LoadedPageProps {
  readonly project: Project;
  readonly me: User;
}

function LoadedPage({ project, me }: LoadedPageProps) {
  const { id: projectId, is_deleted: isArchived } = project;
  const address = useListAddress();
  // A dialog that replaces another one is closed as that one would be.
  const { state } = useLocation();
  const type = typeOf(address.search.get('type'));
  const create = () => address.open({ mode: 'create' });
  const of = typeOf(address.search.get('of')) ?? type;
  const isWide = useMediaQuery('(min-width: 1200px)', false, { getInitialValueInEffect: false });
  const panel = isWide && !type && of ? panelOf(address.dialog, of) : undefined;
  const opened = {
    ...{ projectId, author: me, onClose: address.close },
    onEdit: (id: string) => address.change({ view: undefined, edit: id }, { replace: true, state }),
    onView: (id: string) => address.change({ history: undefined, view: id }, { replace: true, state }),
    onHistory: (id: string) => address.change({ view: undefined, history: id }, { replace: true, state }),
  };
  const openOnDesk = (mode: 'view' | 'edit', ofType: CalculationType, id: string) => {
    if (panel?.dialog.id === id && panel.dialog.mode === mode) {
      document.querySelector<HTMLElement>('[data-calculation-panel]')?.focus();
    } else if (panel) {
      address.change({ view: undefined, edit: undefined, [mode]: id, of: ofType }, { replace: true, state });
    } else {
      address.open({ mode, id }, ofType);
    }
  };
  return (
    <>
      <PageHead title={`Расчёты — ${project.name}`}>
        <WorkbookDialog projectId={projectId} canLoad={!isArchived} />
        {!isArchived && <NextYear project={project} author={me} />}
      </PageHead>
      <ProjectTabs projectId={projectId} />
      {isArchived && (
        <Box mb="md">
          <Notice tone="warning">
            Проект в архиве. Чтобы работать с ним как обычно, верните его из архива на странице проектов.
          </Notice>
        </Box>
      )}
      <div className={classes.controls}>
        <NativeSelect
          className={classes.type ?? ''}
          label="Вид расчёта"
          value={type ?? NOT_CHOSEN}
          onChange={({ currentTarget: { value } }) =>
            address.change({ type: value === NOT_CHOSEN ? undefined : value, page: undefined })
          }
          data={[
            { value: NOT_CHOSEN, label: 'Выберите вид расчёта' },
            ...CALCULATION_TYPES.map((value) => ({ value, label: CALCULATIONS[value].title })),
          ]}
        />
        {type && <ArchiveSwitch isArchive={address.isArchive} onChange={address.setArchive} />}
        {type && (
          <Button leftSection={<IconPlus size={18} />} onClick={create}>
            Добавить расчёт
          </Button>
        )}
      </div>
      <JobsList
        projectId={projectId}
        onRepeat={(repeated, id) =>
          address.change({ type: repeated, page: undefined, ...(id === undefined ? { create: '1' } : { edit: id }) })
        }
      />
      {type ? (
        <CalculationsList {...{ type, projectId, address, onCreate: create }} />
      ) : (
        <>
          <EmptyList title="Список расчётов пуст">
            <Text c="dimmed">Выберите вид расчёта, чтобы увидеть его расчёты и добавить новый.</Text>
          </EmptyList>
          <ProjectDesk
            projectId={projectId}
            onType={(chosen) => address.change({ type: chosen, page: undefined })}
            onView={({ type: of, id }) => openOnDesk('view', of, id)}
            onEdit={({ type: of, id }) => openOnDesk('edit', of, id)}
            openId={panel?.dialog.id}
            panel={panel && <CalculationPanel {...panel} {...opened} />}
            onClosePanel={address.close}
          />
        </>
      )}
      <CalculationDialog dialog={panel ? undefined : address.dialog} type={of} {...opened} />
      <DisagreementDialog />
    </>
  );
}

/** What the panel of the desk shows: results, and forms that are no table. A history and a grid need the width of a dialog. */
function panelOf(dialog: OpenDialog | undefined, type: CalculationType) {
  if (dialog?.mode !== 'view' && dialog?.mode !== 'edit') return undefined;
  return dialog.mode === 'edit' && definitionOf(type).table ? undefined : { dialog, type };
}

function typeOf(text: string | null): CalculationType | undefined {
  return text !== null && isCalculationType(text) ? text : undefined;
}
