import { Button, NativeSelect, Text, Title } from '@mantine/core';
import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { GWP_SET_NAMES, GWP_SETS, type GwpSet } from '#core/contract/gwp_sets.ts';
import type { InventoryColumns, ProjectInventory } from '#core/contract/inventory_schema.ts';
import { totalRemarks } from '#core/inventory/total_remarks.ts';
import { useTitle } from '../browser/title.ts';
import { Dialog } from '../components/Dialog.tsx';
import { EmptyList } from '../components/EmptyList.tsx';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { LoadingText } from '../components/Loading.tsx';
import { Notice } from '../components/Notice.tsx';
import { notifyFailure } from '../components/notify.tsx';
import { PageHead } from '../components/PageHead.tsx';
import { Table } from '../components/Table.tsx';
import { formatNumber } from '../format.ts';
import { InventoryHistory } from '../history/InventoryHistory.tsx';
import { screens } from '../paths.ts';
import { ProjectTabs } from '../projects/ProjectTabs.tsx';
import { projectAtom } from '../projects/state.ts';
import { InventoryUncertaintySection } from '../uncertainty/InventoryUncertaintySection.tsx';
import { useStableAtom } from '../use_stable_atom.ts';
import { FindingsList } from './FindingsList.tsx';
import classes from './InventoryPage.module.css';
import { ObjectSection } from './ObjectSection.tsx';
import { changeInventoryAtom, projectInventoryAtom } from './state.ts';

/** The inventory of a project: totals in two columns, the methane balance of each object, findings. */
export function InventoryPage() {
  const { projectId = '' } = useParams();
  const project = useAtomValue(useStableAtom(projectAtom, projectId));
  const inventory = useAtomValue(useStableAtom(projectInventoryAtom, projectId));
  const title = project.data ? `Инвентаризация — ${project.data.name}` : 'Инвентаризация';
  useTitle(title);
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const closeHistory = () => setHistoryOpen(false);
  const failed = [project, inventory].find(({ error, data }) => error !== null && data === undefined);
  return (
    <>
      <PageHead title={title}>
        <Button component={Link} to={screens.scenarios(projectId)} variant="default">
          Что если
        </Button>
        <Button component={Link} to={screens.edition(projectId)} variant="default">
          Действующая редакция
        </Button>
        <Button variant="default" onClick={() => setHistoryOpen(true)}>
          История
        </Button>
      </PageHead>
      <ProjectTabs projectId={projectId} />
      {failed && <FailureAlert error={failed.error} onRetry={() => void failed.refetch()} />}
      {!failed && !(project.data && inventory.data) && <LoadingText />}
      {project.data && inventory.data && (
        <LoadedInventory inventory={inventory.data} canChange={!project.data.is_deleted} />
      )}
      <Dialog title="История инвентаризации" size={720} onClose={closeHistory}>
        {isHistoryOpen ? <InventoryHistory project={projectId} onClose={closeHistory} /> : null}
      </Dialog>
    </>
  );
}

interface LoadedInventoryProps {
  readonly inventory: ProjectInventory;
  /** The project is not in the archive. */
  readonly canChange: boolean;
}

function LoadedInventory({ inventory, canChange }: LoadedInventoryProps) {
  const { project, objects, unassigned, findings } = inventory;
  return (
    <div className={classes.page}>
      <Totals inventory={inventory} canChange={canChange} />
      {hasCalculations(inventory) && <InventoryUncertaintySection project={project} />}
      <FindingsList project={project} findings={findings} canChange={canChange} />
      {objects.map((object) => (
        <ObjectSection key={object.object} object={object} />
      ))}
      {objects.length === 0 && (
        <EmptyList title="Ни один расчёт не отнесён к объекту">
          <Text c="dimmed">
            Заведите объекты компании, затем отметьте расчёты в таблице «Все расчёты проекта» и отнесите их к объектам.
          </Text>
          <Button component={Link} to={screens.objects} variant="default">
            Открыть объекты
          </Button>
        </EmptyList>
      )}
      {unassigned.calculations.length > 0 && (
        <Notice tone="info" title={`Не отнесено к объекту: ${unassigned.calculations.length}`}>
          <Text size="sm">
            Эти расчёты складываются без баланса метана: {formatNumber(unassigned.full.co2e_t, 2)} т CO₂-экв.{' '}
            {unassigned.calculations
              .slice(0, 5)
              .map(({ name }) => `«${name}»`)
              .join(', ')}
            {unassigned.calculations.length > 5 && ` и ещё ${unassigned.calculations.length - 5}`}.
          </Text>
        </Notice>
      )}
    </div>
  );
}

function hasCalculations({ objects, unassigned }: ProjectInventory): boolean {
  return objects.length > 0 || unassigned.calculations.length > 0;
}

/** Two columns of gases, the GWP of the official figure, and the same tonnes by the other ones. */
function Totals({ inventory, canChange }: LoadedInventoryProps) {
  const change = useSetAtom(changeInventoryAtom);
  const { project, version, gwp_set, mandatory, full, other_gwp } = inventory;
  const choose = async (chosen: GwpSet) => {
    try {
      await change(project, { version, gwp_set: chosen });
    } catch (error) {
      notifyFailure('Не удалось сменить ПГП', error);
    }
  };
  return (
    <section className={classes.section} aria-label="Выбросы проекта">
      <Title order={2}>Выбросы за {inventory.year} год</Title>
      <Table
        label="Выбросы за год"
        columns={[
          { key: 'scope', header: 'Объём отчётности', isRowHeader: true, cell: ({ label }) => label },
          { key: 'co2', header: 'CO₂, т', isNumeric: true, cell: ({ gases }) => formatNumber(gases.co2_t, 2) },
          { key: 'ch4', header: 'CH₄, т', isNumeric: true, cell: ({ gases }) => formatNumber(gases.ch4_t, 2) },
          { key: 'co2e', header: 'т CO₂-экв.', isNumeric: true, cell: ({ gases }) => formatNumber(gases.co2e_t, 2) },
        ]}
        rows={[
          { label: 'Обязательный отчёт: приказ № 371, категории 1, 2, 3, 18', gases: mandatory },
          { label: 'Полная инвентаризация: МГЭИК', gases: full },
        ]}
        scrollLabel="Выбросы за год"
      />
      <LeftOut remarks={totalRemarks(inventory)} />
      <NativeSelect
        className={classes.choice ?? ''}
        label="ПГП метана для итога"
        disabled={!canChange}
        value={gwp_set}
        onChange={({ currentTarget }) => void choose(currentTarget.value as GwpSet)}
        data={GWP_SET_NAMES.map((value) => ({ value, label: GWP_SETS[value].label }))}
      />
      <details className={classes.details}>
        <summary>Те же тонны при других ПГП</summary>
        <OtherPotentials columns={other_gwp} />
      </details>
    </section>
  );
}

/** What stands beside the totals: what they leave out, and what is still open. */
function LeftOut({ remarks }: { readonly remarks: readonly string[] }) {
  return (
    <ul className={classes.remarks} aria-label="К итогу">
      {remarks.map((remark) => (
        <li key={remark}>{remark}</li>
      ))}
      <li>Прогноз метана, заполнение пропусков, чувствительность и выбор технологии в итог не входят.</li>
    </ul>
  );
}

interface OtherPotential extends InventoryColumns {
  readonly gwp_set: GwpSet;
}

function OtherPotentials({ columns }: { readonly columns: readonly OtherPotential[] }) {
  return (
    <Table
      label="Итог при других ПГП"
      columns={[
        { key: 'set', header: 'ПГП', isRowHeader: true, cell: ({ gwp_set }) => GWP_SETS[gwp_set].label },
        {
          key: 'mandatory',
          header: 'Обязательный отчёт, т CO₂-экв.',
          isNumeric: true,
          cell: ({ mandatory }) => formatNumber(mandatory.co2e_t, 2),
        },
        {
          key: 'full',
          header: 'Полная инвентаризация, т CO₂-экв.',
          isNumeric: true,
          cell: ({ full }) => formatNumber(full.co2e_t, 2),
        },
      ]}
      rows={columns}
      keyOf={({ gwp_set }) => gwp_set}
      scrollLabel="Итог при других ПГП"
    />
  );
}
