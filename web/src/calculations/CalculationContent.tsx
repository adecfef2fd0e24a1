import { useAtomValue } from 'jotai';
import { Suspense, useMemo, useState } from 'react';
import { type CalculationType, definitionOf } from '#core/calculations/index.ts';
import type { Calculation } from '#core/contract/calculation.ts';
import type { User } from '#core/contract/user.ts';
import { lazyChunk } from '../browser/lazy_chunk.ts';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { LoadingText } from '../components/Loading.tsx';
import { coreAtom } from '../compute/core.ts';
import { FieldsForm } from '../fields/FieldsForm.tsx';
import { type FormBasis, newForm, storedForm } from '../fields/open_form.ts';
import type { OpenDialog } from '../records/list_address.ts';
import { dictionariesAtom } from '../reference/dictionaries.ts';
import { ResultsView } from '../results/ResultsView.tsx';
import { useStableAtom } from '../use_stable_atom.ts';
import { calculationAtom } from './state.ts';

/** Tables have readers, a grid and charts: they come when they are asked for. */
const LoadedTableForm = lazyChunk(async () => (await import('../tables/LoadedTableForm.tsx')).LoadedTableForm);
const CalculationHistory = lazyChunk(
  async () => (await import('../history/CalculationHistory.tsx')).CalculationHistory,
);

/** What a calculation that is open leads to. */
export interface OpenCalculationProps {
  readonly projectId: string;
  readonly author: User;
  readonly onClose: () => void;
  readonly onEdit: (id: string) => void;
  readonly onView: (id: string) => void;
  readonly onHistory: (id: string) => void;
}

interface ContentProps extends OpenCalculationProps {
  readonly dialog: OpenDialog;
  readonly type: CalculationType;
  readonly screen: ScreenUse;
}

/** Whether a form has the whole screen, and how it asks for it. */
interface ScreenUse {
  readonly isFull: boolean;
  readonly onFull: (isFull: boolean) => void;
}

/** A calculation that is created, edited or read, or its history. */
export function CalculationContent({ dialog, type, screen, onView, ...rest }: ContentProps) {
  const { projectId, author, onClose, onEdit, onHistory } = rest;
  if (dialog.mode === 'create') return <LoadedForm {...{ type, projectId, author, onClose, screen }} />;
  const { id, mode } = dialog;
  if (mode === 'view') return <ViewedCalculation {...{ type, id, onClose, onEdit, onHistory }} />;
  if (mode === 'history') {
    return (
      <Suspense fallback={<LoadingText />}>
        <CalculationHistory type={type} id={id} onClose={onClose} onBack={() => onView(id)} />
      </Suspense>
    );
  }
  return <EditedCalculation {...{ type, id, projectId, author, onClose, screen }} />;
}

interface LoadedFormProps {
  readonly type: CalculationType;
  readonly projectId: string;
  readonly author: User;
  readonly onClose: () => void;
  readonly screen: ScreenUse;
  readonly calculation?: Calculation;
}

/** The form needs the core and the dictionaries of the type; both may fail to come. */
function LoadedForm({ type, projectId, author, onClose, screen, calculation }: LoadedFormProps) {
  const definition = definitionOf(type);
  const names = useMemo(() => (definition.dictionaries ?? []).map(({ name }) => name), [definition]);
  const core = useAtomValue(coreAtom);
  const dictionaries = useAtomValue(useStableAtom(dictionariesAtom, names));
  const failed = [core, ...dictionaries].find(({ error, data }) => error !== null && data === undefined);
  if (failed) return <FailureAlert error={failed.error} onRetry={() => void failed.refetch()} />;
  const loaded = dictionaries.flatMap(({ data }) => data ?? []);
  if (!core.data || loaded.length < names.length) return <LoadingText />;
  const basis: FormBasis = {
    core: core.data,
    type,
    definition,
    dictionaries: Object.fromEntries(names.flatMap((name, index) => (loaded[index] ? [[name, loaded[index]]] : []))),
    userId: author.id,
    projectId,
  };
  if (definition.table) {
    return (
      <Suspense fallback={<LoadingText />}>
        <LoadedTableForm basis={basis} onClose={onClose} {...screen} {...(calculation && { calculation })} />
      </Suspense>
    );
  }
  return <OpenedForm basis={basis} onClose={onClose} {...(calculation && { calculation })} />;
}

interface OpenedFormProps {
  readonly basis: FormBasis;
  readonly calculation?: Calculation;
  readonly onClose: () => void;
}

/**
 * The form is opened once, with what has been loaded: a later reload must not touch what is typed.
 */
function OpenedForm({ basis: loadedBasis, calculation, onClose }: OpenedFormProps) {
  const [basis] = useState(loadedBasis);
  const [stored, setStored] = useState(calculation);
  const form = useMemo(() => (stored ? storedForm(basis, stored) : newForm(basis)), [basis, stored]);
  return (
    <FieldsForm
      key={stored?.version}
      form={form}
      projectId={basis.projectId}
      onClose={onClose}
      onTakeTheirs={setStored}
      {...(stored && { calculation: stored })}
    />
  );
}

function EditedCalculation({ id, ...rest }: LoadedFormProps & { readonly id: string }) {
  const { data, error, refetch } = useAtomValue(useStableAtom(calculationAtom, rest.type, id));
  if (data) return <LoadedForm calculation={data} {...rest} />;
  return error ? <FailureAlert error={error} onRetry={() => void refetch()} /> : <LoadingText />;
}

interface ViewedProps {
  readonly type: CalculationType;
  readonly id: string;
  readonly onClose: () => void;
  readonly onEdit: (id: string) => void;
  readonly onHistory: (id: string) => void;
}

function ViewedCalculation({ type, id, onClose, onEdit, onHistory }: ViewedProps) {
  const core = useAtomValue(coreAtom);
  const stored = useAtomValue(useStableAtom(calculationAtom, type, id));
  const failed = [core, stored].find(({ error, data }) => error !== null && data === undefined);
  if (failed) return <FailureAlert error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!core.data || !stored.data) return <LoadingText />;
  return <ResultsView {...{ core: core.data, type, calculation: stored.data, onClose, onEdit, onHistory }} />;
}
