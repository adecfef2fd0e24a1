import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { meAtom } from '../api/user.ts';
import { useTitle } from '../browser/title.ts';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { LoadingText } from '../components/Loading.tsx';
import { PageHead } from '../components/PageHead.tsx';
import { coreAtom } from '../compute/core.ts';
import { inventoryAtom } from '../graphs/load.ts';
import { ProjectTabs } from '../projects/ProjectTabs.tsx';
import { projectAtom } from '../projects/state.ts';
import { useStableAtom } from '../use_stable_atom.ts';
import { ProjectReport } from './ProjectReport.tsx';

/** A project as a report that prints well on A4. */
export function ReportPage() {
  const { projectId = '' } = useParams();
  const me = useAtomValue(meAtom);
  const core = useAtomValue(coreAtom);
  const project = useAtomValue(useMemo(() => projectAtom(projectId), [projectId]));
  const inventory = useAtomValue(useStableAtom(inventoryAtom, projectId));
  const title = project.data ? `Отчёт — ${project.data.name}` : 'Отчёт';
  useTitle(title);
  const failed = [core, project, inventory].find(({ error, data }) => error !== null && data === undefined);
  const isLoaded = me.data && core.data && project.data && inventory.data;
  return (
    <>
      <PageHead title={title}>
        {isLoaded && (
          <Button leftSection={<IconPrinter size={18} />} onClick={() => window.print()}>
            Напечатать или сохранить в PDF
          </Button>
        )}
      </PageHead>
      <ProjectTabs projectId={projectId} />
      {failed && <FailureAlert error={failed.error} onRetry={() => void failed.refetch()} />}
      {!failed && !isLoaded && <LoadingText />}
      {isLoaded && (
        <ProjectReport core={core.data} project={project.data} reader={me.data} inventory={inventory.data} />
      )}
    </>
  );
}
