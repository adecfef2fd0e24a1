import { Button, Group, type MantineSpacing } from '@mantine/core';
import type { ReactNode } from 'react';
import type { RecordForm } from './use_record_form.ts';

interface FormButtonsProps {
  readonly form: Pick<RecordForm, 'isBusy'> & { readonly current?: unknown };
  /** Label of the button that sends the form. */
  readonly submit?: string;
  readonly close?: string;
  /** Without it the form cannot be closed. */
  readonly onClose?: (() => void) | undefined;
  readonly mt?: MantineSpacing;
  /** Other actions of the form. */
  readonly children?: ReactNode;
}

/** The buttons of a form. While a conflict is open its own buttons decide what is sent. */
export function FormButtons({ form, submit = 'Сохранить', close = 'Закрыть', ...rest }: FormButtonsProps) {
  const { onClose, mt = 'xs', children } = rest;
  return (
    <Group justify="flex-end" gap="xs" mt={mt}>
      {children}
      {onClose && (
        <Button variant="default" onClick={onClose}>
          {close}
        </Button>
      )}
      {form.current === undefined && (
        <Button type="submit" loading={form.isBusy}>
          {submit}
        </Button>
      )}
    </Group>
  );
}
