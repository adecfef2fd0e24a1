import { Skeleton, Stack, Text } from '@mantine/core';

/** What stands where data is still on its way. */
export function LoadingText() {
  return <Text c="dimmed">Загрузка…</Text>;
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
