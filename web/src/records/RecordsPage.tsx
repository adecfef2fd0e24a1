import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Page } from '#core/contract/page.ts';
import { ArchiveSwitch } from '../components/ArchiveSwitch.tsx';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { LoadingRows } from '../components/Loading.tsx';
import { PageHead } from '../components/PageHead.tsx';
import { Pages } from '../components/Pages.tsx';
import type { useListAddress } from './list_address.ts';

interface RecordsPageProps<Item> {
  readonly title: string;
  readonly address: ReturnType<typeof useListAddress>;
  /** The page of the list as it is being read. */
  readonly list: {
    readonly data: Page<Item> | undefined;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  /** Records a page. */
  readonly limit: number;
  /** Text of the button that adds a record. */
  readonly addLabel: string;
  readonly canAdd: boolean;
  /** Stands in place of an empty list. */
  readonly empty: ReactNode;
  readonly table: (items: readonly Item[]) => ReactNode;
  /** The dialog that is open over the list. */
  readonly children: ReactNode;
}

/** The screen of a kind of record: its list by pages, active or archived, and the dialog over it. */
export function RecordsPage<Item>(props: RecordsPageProps<Item>) {
  const { title, address, list, limit, addLabel, canAdd, empty, table, children } = props;
  return (
    <>
      <PageHead title={title}>
        <ArchiveSwitch isArchive={address.isArchive} onChange={address.setArchive} />
        <Button
          leftSection={<IconPlus size={18} />}
          onClick={() => address.open({ mode: 'create' })}
          disabled={!canAdd}
        >
          {addLabel}
        </Button>
      </PageHead>
      {list.error && <FailureAlert error={list.error} onRetry={() => void list.refetch()} />}
      {!list.error && !list.data && <LoadingRows rows={limit} />}
      {!list.error && list.data?.count === 0 && empty}
      {list.data && list.data.count > 0 && (
        <>
          {table(list.data.results)}
          <Pages count={list.data.count} limit={limit} page={address.page} onPage={address.setPage} />
        </>
      )}
      {children}
    </>
  );
}
