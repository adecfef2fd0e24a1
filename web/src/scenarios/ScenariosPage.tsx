import { Button, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useAtomValue, useSetAtom } from 'jotai';
import { useMemo, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { NOT_A_PROJECT } from '#core/contract/destinations.ts';
import type { ProjectInventory } from '#core/contract/inventory_schema.ts';
import type { Scenario } from '#core/contract/inventory_settings.ts';
import type { Project } from '#core/contract/project.ts';
import { computeSaved, releasingObjects, type ScenarioGround } from '#core/inventory/saved_scenarios.ts';
import { ApiFailure } from '../api/failure.ts';
import { focusContent } from '../browser/focus.ts';
import { useTitle } from '../browser/title.ts';
import { EmptyList } from '../components/EmptyList.tsx';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { LoadingText } from '../components/Loading.tsx';
import { Notice } from '../components/Notice.tsx';
import { notifyDone, notifyFailure } from '../components/notify.tsx';
import { PageHead } from '../components/PageHead.tsx';
import { periodDays } from '../graphs/periods.ts';
import { changeInventoryAtom, projectInventoryAtom } from '../inventory/state.ts';
import { screens } from '../paths.ts';
import { ProjectTabs } from '../projects/ProjectTabs.tsx';
import { projectAtom } from '../projects/state.ts';
import { useStableAtom } from '../use_stable_atom.ts';
import { ScenarioEditor } from './ScenarioEditor.tsx';
import classes from './Scenarios.module.css';
import { ScenariosTable } from './ScenariosTable.tsx';
import { scenarioCoreAtom } from './state.ts';

/** «Что если» of a project: what other drainage and other destinations of its gas would save, and what that costs. */
export function ScenariosPage() {
  const { projectId = '' } = useParams();
  const project = useAtomValue(useStableAtom(projectAtom, projectId));
  const inventory = useAtomValue(useStableAtom(projectInventoryAtom, projectId));
  const computing = useAtomValue(scenarioCoreAtom);
  const title = project.data ? `Что если — ${project.data.name}` : 'Что если';
  useTitle(title);
  const failed = [project, inventory, computing].find(({ error, data }) => error !== null && data === undefined);
  const { objects, gwp } = inventory.data ?? {};
  const ground = useMemo(
    () => (computing.data && objects && gwp !== undefined ? { ...computing.data, objects, gwp } : undefined),
    [computing.data, objects, gwp],
  );
  return (
    <>
      <PageHead title={title}>
        <Button variant="default" leftSection={<IconPrinter size={18} stroke={1.6} />} onClick={() => window.print()}>
          Напечатать
        </Button>
      </PageHead>
      <ProjectTabs projectId={projectId} />
      {failed && <FailureAlert error={failed.error} onRetry={() => void failed.refetch()} />}
      {!failed && !(project.data && inventory.data && ground) && <LoadingText />}
      {project.data && inventory.data && ground && (
        <Loaded project={project.data} inventory={inventory.data} ground={ground} />
      )}
    </>
  );
}

interface LoadedProps {
  readonly project: Project;
  readonly inventory: ProjectInventory;
  readonly ground: ScenarioGround;
}

function Loaded({ project, inventory, ground }: LoadedProps) {
  const { scenarios = [], version } = inventory;
  const change = useSetAtom(changeInventoryAtom);
  /** The scenario that is changed, if it is not a new one; every opening has a number of its own. */
  const [editing, setEditing] = useState<{ readonly stored?: Scenario; readonly opened: number }>({ opened: 0 });
  const [isBusy, setBusy] = useState(false);
  const objects = releasingObjects(ground.objects);
  const saved = useMemo(() => computeSaved(ground, scenarios), [ground, scenarios]);
  const canChange = !project.is_deleted;
  const open = (stored?: Scenario) => setEditing(({ opened }) => ({ ...(stored && { stored }), opened: opened + 1 }));

  const store = async (next: readonly Scenario[], done: string, undo?: () => void) => {
    setBusy(true);
    try {
      await change(project.id, { version, scenarios: [...next] });
      notifyDone(done, undefined, undo);
      return true;
    } catch (error) {
      const isLate = error instanceof ApiFailure && error.status === 409;
      const hint = isLate ? 'Сценарии проекта тем временем изменили. Список обновлён: сохраните ещё раз.' : undefined;
      notifyFailure('Сценарий не сохранён', error, hint);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const save = async (scenario: Scenario) => {
    const place = editing.stored === undefined ? -1 : placeOf(scenarios, editing.stored);
    const next = place < 0 ? [...scenarios, scenario] : scenarios.with(place, scenario);
    if (!(await store(next, `Сценарий «${scenario.name}» сохранён`))) return;
    open();
    setTimeout(focusContent);
  };
  const remove = async (place: number) => {
    const name = scenarios[place]?.name ?? '';
    if (await store(scenarios.toSpliced(place, 1), `Сценарий «${name}» удалён; прежняя версия — в истории`))
      focusContent();
  };

  if (objects.length === 0) {
    return (
      <EmptyList title="Сценарий пока не из чего составить">
        <Text c="dimmed">
          Отнесите к объекту хотя бы один расчёт выделения метана: по коэффициенту или по замеру вентиляции.
        </Text>
        <Button component={Link} to={screens.inventory(project.id)} variant="default">
          Открыть инвентаризацию
        </Button>
      </EmptyList>
    );
  }
  return (
    <div className={classes.page}>
      <Notice tone="info" title={NOT_A_PROJECT}>
        <Text size="sm">
          Сценарий меняет дегазацию и назначения газа одного объекта; выделение метана остаётся. Уничтожить больше, чем
          извлечено, нельзя.
        </Text>
      </Notice>
      <ScenarioEditor
        key={editing.opened}
        ground={ground}
        objects={objects}
        days={periodDays(project)}
        stored={editing.stored}
        canChange={canChange}
        isBusy={isBusy}
        onSave={(scenario) => void save(scenario)}
        onClose={editing.stored && (() => open())}
      />
      {saved.length > 0 && (
        <ScenariosTable
          ground={ground}
          saved={saved}
          canChange={canChange}
          onEdit={(place) => open(scenarios[place])}
          onRemove={(place) => void remove(place)}
        />
      )}
    </div>
  );
}

/** Where a scenario stands in a list that may have changed meanwhile; −1 where it is gone. */
function placeOf(scenarios: readonly Scenario[], stored: Scenario): number {
  const text = JSON.stringify(stored);
  return scenarios.findIndex((one) => JSON.stringify(one) === text);
}
