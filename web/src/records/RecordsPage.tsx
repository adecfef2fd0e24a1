import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type Atom, useAtomValue } from 'jotai';
import type { ComponentType } from 'react';
import type { Page } from '#core/contract/page.ts';
import { meAtom } from '../api/user.ts';
import { useTitle } from '../browser/title.ts';
import { ArchiveSwitch } from '../components/ArchiveSwitch.tsx';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { LoadingRows } from '../components/Loading.tsx';
import { PageHead } from '../components/PageHead.tsx';
import { Pages } from '../components/Pages.tsx';
import { useStableAtom } from '../use_stable_atom.ts';
import { EmptyRecords, type EmptyTexts } from './EmptyRecords.tsx';
import { useListAddress } from './list_address.ts';
import { type ReadState, RecordDialog, type RecordDialogs } from './RecordDialog.tsx';

export interface RecordsTableProps<Item> {
  readonly records: readonly Item[];
  readonly isArchive: boolean;
  readonly onEdit: (id: string) => void;
  readonly onHistory: (id: string) => void;
}

interface RecordsPageProps<Item> {
  readonly title: string;
  /** Text of the button that adds a record. */
  readonly addLabel: string;
  /** Records a page. */
  readonly limit: number;
  /** Reads a page of the list. */
  readonly pageAtom: (page: number, isArchive: boolean, company?: string) => Atom<ReadState<Page<Item>>>;
  /** Goes to `pageAtom`, for a list that is read by company. */
  readonly company?: string | undefined;
  readonly emptyTexts: EmptyTexts;
  readonly Table: ComponentType<RecordsTableProps<Item>>;
  readonly dialogs: RecordDialogs<Item>;
}

/** The screen of a kind of record: its list by pages, active or archived, and the dialog over it. */
export function RecordsPage<Item>(props: RecordsPageProps<Item>) {
  const { title, addLabel, limit, pageAtom, company, emptyTexts, Table, dialogs } = props;
  useTitle(title);
  const { data: me } = useAtomValue(meAtom);
  const { page, isArchive, dialog, open, close, setArchive, setPage } = useListAddress();
  const { data, error, refetch } = useAtomValue(useStableAtom(pageAtom, page, isArchive, company));
  const onCreate = () => open({ mode: 'create' });
  return (
    <>
      <PageHead title={title}>
        <ArchiveSwitch isArchive={isArchive} onChange={setArchive} />
        <Button leftSection={<IconPlus size={18} />} onClick={onCreate} disabled={!me}>
          {addLabel}
        </Button>
      </PageHead>
      {error && <FailureAlert error={error} onRetry={() => void refetch()} />}
      {!error && !data && <LoadingRows rows={limit} />}
      {!error && data?.count === 0 && <EmptyRecords texts={emptyTexts} isArchive={isArchive} onCreate={onCreate} />}
      {data && data.count > 0 && (
        <>
          <Table
            records={data.results}
            isArchive={isArchive}
            onEdit={(id) => open({ mode: 'edit', id })}
            onHistory={(id) => open({ mode: 'history', id })}
          />
          <Pages count={data.count} limit={limit} page={page} onPage={setPage} />
        </>
      )}
      {me && <RecordDialog dialog={dialog} dialogs={dialogs} author={me} onClose={close} />}
    </>
  );
}
