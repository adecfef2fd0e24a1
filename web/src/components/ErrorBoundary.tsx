import { Button, Stack, Text, Title } from '@mantine/core';
import { Component, type ReactNode } from 'react';

interface Props {
  readonly children: ReactNode;
}

interface State {
  readonly error: unknown;
}

/** What the browsers say when a part of the program cannot be fetched. */
const CHUNK_FAILURE = /dynamically imported module|module script|Loading chunk|preload CSS/i;

/** The page that stands in place of a screen that broke. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const isChunk = error instanceof Error && CHUNK_FAILURE.test(error.message);
    return (
      <Stack p="lg" maw={560} role="alert" align="flex-start">
        <Title order={1}>{isChunk ? 'Раздел не загрузился' : 'На странице произошла ошибка'}</Title>
        <Text>
          {isChunk
            ? 'Связь прервалась, или вышла новая версия программы. Перезагрузите страницу: введённое сохранено в черновике.'
            : 'Её причина — в программе, а не в ваших данных. Перезагрузите страницу: введённое сохранено в черновике. Если ошибка повторится, сообщите администратору, что вы делали перед ней.'}
        </Text>
        <Button onClick={() => window.location.reload()}>Перезагрузить страницу</Button>
      </Stack>
    );
  }
}
