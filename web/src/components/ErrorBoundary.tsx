import { Button, Stack, Text, Title } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { ChunkLoadError } from '../browser/lazy_chunk.ts';

interface Props {
  readonly children: ReactNode;
}

interface State {
  readonly error: unknown;
}

/** The page that stands in place of a screen that broke. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const isPart = error instanceof ChunkLoadError;
    return (
      <Stack p="lg" maw={560} role="alert" align="flex-start">
        <Title order={1}>{isPart ? 'Раздел не загрузился' : 'На странице произошла ошибка'}</Title>
        <Text>
          {isPart
            ? 'Связь прервалась, или вышла новая версия программы. Перезагрузите страницу: введённое сохранено в черновике.'
            : 'Её причина — в программе, а не в ваших данных. Перезагрузите страницу: введённое сохранено в черновике. Если ошибка повторится, сообщите администратору, что вы делали перед ней.'}
        </Text>
        <Button onClick={() => window.location.reload()}>Перезагрузить страницу</Button>
      </Stack>
    );
  }
}
