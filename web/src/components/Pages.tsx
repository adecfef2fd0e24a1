import { Group, Pagination, Text } from '@mantine/core';
import { useEffect } from 'react';

interface PagesProps {
  readonly count: number;
  readonly limit: number;
  readonly page: number;
  readonly onPage: (page: number) => void;
}

const CONTROLS = {
  previous: 'Предыдущая страница',
  next: 'Следующая страница',
  first: 'Первая страница',
  last: 'Последняя страница',
};

/** Page numbers below a list; steps back from a page that no longer exists. */
export function Pages({ count, limit, page, onPage }: PagesProps) {
  const pages = Math.max(1, Math.ceil(count / limit));
  useEffect(() => {
    if (page > pages) onPage(pages);
  }, [page, pages, onPage]);
  return (
    <Group justify="space-between" mt="sm">
      <Text size="sm" c="dimmed">
        Всего: {count}
      </Text>
      {pages > 1 && (
        <Pagination
          component="nav"
          aria-label="Страницы списка"
          size="sm"
          total={pages}
          value={page}
          onChange={onPage}
          getItemProps={(number) => ({ 'aria-label': `Страница ${number}` })}
          getControlProps={(control) => ({ 'aria-label': CONTROLS[control] })}
        />
      )}
    </Group>
  );
}
