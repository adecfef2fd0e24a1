import { Skeleton, Stack, Text } from '@mantine/core';

/**
 * What stands where data is still on its way; marked, so that a page can keep its next parts from
 * jumping.
 */
export function LoadingText() {
  return (
    <Text c="dimmed" data-loading>
      Загрузка…
    </Text>
  );
}

/** Room of the rows that are on their way, so that nothing jumps when they come. */
export function LoadingRows({ rows }: { readonly rows: number }) {
  return (
    <Stack gap={4} aria-label="Загрузка…" role="img">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: equal rows without an identity
        <Skeleton key={row} height={36} animate={false} />
      ))}
    </Stack>
  );
}
