import { Button, Group, Stack, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { EXPORT_FORMAT_NAMES, EXPORT_FORMATS, type ExportFormat } from '#core/contract/export.ts';
import type { Project } from '#core/contract/project.ts';
import { useTitle } from '../browser/title.ts';
import { Notice } from '../components/Notice.tsx';
import { PageHead } from '../components/PageHead.tsx';
import { useListAddress } from '../records/list_address.ts';
import { Choices } from './Choices.tsx';
import { ExportProgress } from './ExportProgress.tsx';
import { ProjectChoice } from './ProjectChoice.tsx';
import { exportAtom, runExportAtom, stopExportAtom } from './state.ts';

const FORMATS = EXPORT_FORMAT_NAMES.map((format) => {
  const { title, note } = EXPORT_FORMATS[format];
  return { id: format, title: `${format} — ${title}`, details: note };
});

/** A project as a file: the format, then the project, then how much of it. */
export function ExportPage() {
  useTitle('Экспорт');
  const { search, page, change, setPage } = useListAddress();
  // The address follows the choice: it changes a moment later than a row that is clicked must.
  const [format, setFormat] = useState(formatOf(search.get('format')));
  const [project, setProject] = useState<Project>();
  const stop = useSetAtom(stopExportAtom);
  useEffect(() => stop, [stop]);
  return (
    <>
      <PageHead title="Экспорт" />
      <Stack gap="lg" maw={960}>
        <section>
          <Title order={2} mb="xs">
            Формат файла
          </Title>
          <Choices
            label="Формат файла"
            name="format"
            choices={FORMATS}
            chosen={format}
            onChoose={(id) => {
              setFormat(formatOf(id));
              change({ format: id }, { replace: true });
            }}
          />
        </section>
        {format && (
          <section>
            <Title order={2} mb="xs">
              Проект
            </Title>
            <ProjectChoice page={page} chosen={project} onChoose={setProject} onPage={setPage} />
          </section>
        )}
        {format && <ExportButtons format={format} project={project} />}
      </Stack>
    </>
  );
}

function formatOf(name: string | null): ExportFormat | undefined {
  return EXPORT_FORMAT_NAMES.find((format) => format === name);
}

interface ExportButtonsProps {
  readonly format: ExportFormat;
  readonly project: Project | undefined;
}

function ExportButtons({ format, project }: ExportButtonsProps) {
  const { status } = useAtomValue(exportAtom);
  const run = useSetAtom(runExportAtom);
  const [isAsked, setAsked] = useState(false);
  const start = (isDetailed: boolean) => {
    setAsked(true);
    if (project) void run({ project, format, isDetailed });
  };
  const common = { disabled: status === 'running', leftSection: <IconDownload size={18} stroke={1.6} /> };
  return (
    <Stack gap="md">
      {isAsked && !project && <Notice tone="warning" title="Выберите проект в списке выше." />}
      <Group gap="sm">
        <Button {...common} onClick={() => start(false)}>
          Экспорт данных
        </Button>
        {EXPORT_FORMATS[format].hasDetail && (
          <Button {...common} variant="default" onClick={() => start(true)}>
            Подробный экспорт
          </Button>
        )}
      </Group>
      <ExportProgress />
    </Stack>
  );
}
