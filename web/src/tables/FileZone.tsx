import { ActionIcon, Anchor, Button, Group, Text } from '@mantine/core';
import { IconFileSpreadsheet, IconUpload, IconX } from '@tabler/icons-react';
import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { type DragEvent, useRef, useState } from 'react';
import { MAX_FILE_BYTES } from '#core/tables/limits.ts';
import { formatBytes } from '../format.ts';
import classes from './FileZone.module.css';
import type { TableFormModel } from './table_form.ts';
import { downloadTemplate } from './template.ts';

interface FileZoneProps {
  readonly form: TableFormModel;
  readonly error: string | undefined;
  readonly onChosen: () => void;
}

const FORMATS = ['xlsx', 'csv'] as const;

/** Where a table comes in as a file: chosen or dropped; and where the template of one goes out. */
export function FileZone({ form, error, onChosen }: FileZoneProps) {
  const [file, setFile] = useAtom(form.fileAtom);
  const draft = useAtomValue(form.draftAtom);
  const change = useSetAtom(form.draftAtom);
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { calculation, stored } = form.context;

  const choose = (chosen: File | null) => {
    if (!chosen) return;
    setFile(chosen);
    change({ fileName: chosen.name, isGrid: false });
    onChosen();
  };
  const remove = () => {
    setFile(null);
    change({ fileName: '' });
    input.current?.focus();
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    choose(event.dataTransfer.files[0] ?? null);
  };
  const isLost = !file && draft.fileName !== undefined && draft.fileName !== '';
  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a place to drop on; the button in it does the same */}
      <div
        className={classes.zone}
        data-over={isOver}
        data-invalid={error !== undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {file ? (
          <Group gap="xs" wrap="nowrap" className={classes.chosen ?? ''}>
            <IconFileSpreadsheet size={24} stroke={1.6} aria-hidden="true" />
            <div className={classes.file}>
              <Text size="sm" fw={500} className={classes.name ?? ''}>
                {file.name}
              </Text>
              <Text size="xs" c="dimmed">
                {formatBytes(file.size)}
              </Text>
            </div>
            <Button size="xs" variant="default" onClick={() => input.current?.click()}>
              Заменить
            </Button>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={30}
              aria-label={`Убрать файл ${file.name}`}
              onClick={remove}
            >
              <IconX size={18} />
            </ActionIcon>
          </Group>
        ) : (
          <Group gap="sm">
            <Button variant="default" leftSection={<IconUpload size={18} />} onClick={() => input.current?.click()}>
              Выбрать файл
            </Button>
            <Text size="sm" c="dimmed" className={classes.hint ?? ''}>
              или перетащите его сюда: .xlsx или .csv, до {formatBytes(MAX_FILE_BYTES)}
            </Text>
          </Group>
        )}
        <input
          ref={input}
          type="file"
          className={classes.input}
          aria-label="Файл с таблицей"
          aria-invalid={error !== undefined}
          tabIndex={-1}
          accept=".xlsx,.csv"
          onChange={(event) => {
            choose(event.currentTarget.files?.[0] ?? null);
            // The same file, mended meanwhile, can be chosen again.
            event.currentTarget.value = '';
          }}
        />
      </div>
      {error !== undefined && (
        <Text size="xs" c="var(--mantine-color-error)" mt={4} role="alert">
          {error}
        </Text>
      )}
      {isLost && (
        <Text size="sm" mt={4} role="status">
          Выберите файл «{draft.fileName}» ещё раз: после перезагрузки страницы браузер его не хранит.
        </Text>
      )}
      {!file && calculation && (
        <Text size="sm" c="dimmed" mt={4}>
          {stored
            ? 'Пока новый файл не выбран, остаются сохранённые строки.'
            : 'Пока новый файл не выбран, остаются сохранённые строки; результат пересчитает сервер.'}
        </Text>
      )}
      <Text size="sm" mt={6}>
        Шаблон с примером:{' '}
        {FORMATS.map((format, index) => (
          <span key={format}>
            {index > 0 && ', '}
            <Anchor component="button" type="button" onClick={() => void downloadTemplate(form.context.type, format)}>
              .{format}
            </Anchor>
          </span>
        ))}
      </Text>
    </div>
  );
}
