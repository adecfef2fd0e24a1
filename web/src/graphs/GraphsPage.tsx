import { Anchor, Button, Text } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { Project } from '#core/contract/project.ts';
import { useTitle } from '../browser/title.ts';
import { Chart } from '../charts/Chart.tsx';
import { EmptyList } from '../components/EmptyList.tsx';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { LoadingText } from '../components/Loading.tsx';
import { PageHead } from '../components/PageHead.tsx';
import { screens } from '../paths.ts';
import { ProjectTabs } from '../projects/ProjectTabs.tsx';
import { projectAtom } from '../projects/state.ts';
import { useStableAtom } from '../use_stable_atom.ts';
import { barCharts } from './chart_specs.ts';
import { Dashboard } from './Dashboard.tsx';
import classes from './GraphsPage.module.css';
import { type Charted, chartedAtom } from './load.ts';
import { TimeSeries } from './TimeSeries.tsx';

/** The infographics of a project: its emissions in figures, then the charts. */
export function GraphsPage() {
  const { projectId = '' } = useParams();
  const project = useAtomValue(useMemo(() => projectAtom(projectId), [projectId]));
  const title = project.data ? `Инфографика - ${project.data.name}` : 'Инфографика';
  useTitle(title);
  return (
    <>
      <PageHead title={title}>
        <Button
          component={Link}
          to={screens.report(projectId)}
          variant="default"
          leftSection={<IconFileText size={18} stroke={1.6} />}
        >
          Отчёт для печати
        </Button>
      </PageHead>
      <ProjectTabs projectId={projectId} />
      {project.error && !project.data ? (
        <FailureAlert error={project.error} onRetry={() => void project.refetch()} />
      ) : project.data ? (
        <LoadedPage key={projectId} project={project.data} />
      ) : (
        <LoadingText />
      )}
    </>
  );
}

function LoadedPage({ project }: { readonly project: Project }) {
  const charted = useAtomValue(useStableAtom(chartedAtom, project.id));
  return (
    <div className={classes.board}>
      <Dashboard project={project} />
      {charted.error && !charted.data && <FailureAlert error={charted.error} onRetry={() => void charted.refetch()} />}
      {!charted.error && !charted.data && <LoadingText />}
      {charted.data && <Charts charted={charted.data} projectId={project.id} />}
    </div>
  );
}

function Charts({ charted, projectId }: { readonly charted: Charted; readonly projectId: string }) {
  const figures = useMemo(() => barCharts(charted), [charted]);
  if (figures.length === 0 && charted.regres_methane.length === 0) {
    return (
      <EmptyList title="Показывать на диаграммах пока нечего">
        <Text c="dimmed">
          Диаграммы строятся по расчётам подземной добычи, топлива открытой добычи и прогноза метана.{' '}
          <Anchor component={Link} inherit to={screens.calculations(projectId)}>
            Добавить расчёт
          </Anchor>
        </Text>
      </EmptyList>
    );
  }
  return (
    <div className={classes.charts}>
      {figures.map((figure) => (
        <Chart key={figure.title} figure={figure} />
      ))}
      <TimeSeries charted={charted} />
    </div>
  );
}
