import { useEffect, useState } from 'react';
import { type CalculationType, definitionOf } from '#core/calculations/index.ts';
import { Dialog } from '../components/Dialog.tsx';
import type { OpenDialog } from '../records/list_address.ts';
import { CalculationContent, type OpenCalculationProps } from './CalculationContent.tsx';

/**
 * As specified: the dialog of a type with a grid is extra large; tables of series have as many
 * columns. Widths in px.
 */
const WIDTH = 1080;
const TABLE_WIDTH = 1360;

interface CalculationDialogProps extends OpenCalculationProps {
  readonly dialog: OpenDialog | undefined;
  readonly type: CalculationType | undefined;
}

/** The dialog of a calculation: create, edit, read its results or its history. */
export function CalculationDialog({ dialog, type, ...rest }: CalculationDialogProps) {
  const [isFull, setFull] = useState(false);
  const key = dialog && type && `${type} ${idOf(dialog)}`;
  // Another dialog, or none, starts at its own size.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says that it is another
  useEffect(() => setFull(false), [key]);
  const screen = { isFull, onFull: setFull };
  const definition = type && definitionOf(type);
  const title = dialog?.mode === 'history' && definition ? `История: ${definition.title}` : definition?.title;
  return (
    <Dialog
      title={title}
      onClose={isFull ? () => setFull(false) : rest.onClose}
      size={definition?.table && dialog?.mode !== 'history' ? TABLE_WIDTH : WIDTH}
      isFull={isFull}
    >
      {dialog && type ? <CalculationContent key={key} dialog={dialog} type={type} {...rest} screen={screen} /> : null}
    </Dialog>
  );
}

function idOf(dialog: OpenDialog): string {
  return dialog.mode === 'create' ? '' : dialog.id;
}
