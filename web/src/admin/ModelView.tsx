import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Model } from '#core/contract/model.ts';
import { formatBytes, formatMoment } from '../format.ts';
import classes from './Admin.module.css';
import { methodLabel } from './methods.ts';

interface ModelViewProps {
  readonly model: Model;
  readonly onClose: () => void;
  readonly children?: ReactNode;
  /** Buttons besides «Закрыть». */
  readonly buttons?: ReactNode;
}

/** All that is known of a model. */
export function ModelView({ model, onClose, children, buttons }: ModelViewProps) {
  const { name, method, file_name, size, sha256, objective, trees, depth, features, author, created_at } = model;
  const facts: readonly (readonly [string, string])[] = [
    ['Название', name],
    ['Метод', methodLabel(method)],
    ['Файл', `${file_name}, ${formatBytes(size)}`],
    ['SHA-256', sha256],
    ['Цель обучения', objective],
    ['Деревьев и глубина', `${trees}, до ${depth}`],
    ['Признаки и столбцы', features.map((one) => `${one.name} — ${one.column}`).join('; ')],
    ['Загружена', author === '' ? 'Поставляется с продуктом' : `${formatMoment(created_at)}, ${author}`],
  ];
  return (
    <Stack gap="sm">
      <dl className={classes.facts}>
        {facts.map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {children}
      <Group justify="flex-end" gap="xs">
        {buttons}
        <Button variant="default" onClick={onClose}>
          Закрыть
        </Button>
      </Group>
    </Stack>
  );
}
