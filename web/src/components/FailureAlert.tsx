import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ApiFailure } from '../api/failure.ts';

interface FailureAlertProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
}

/** A failure where it happened: cause, next step, number of the request for the administrator. */
export function FailureAlert({ error, onRetry }: FailureAlertProps) {
  const { title, advice, requestId, others } = failureWords(error);
  return (
    <Alert color="red" icon={<IconAlertTriangle size={20} />} role="alert" title={title}>
      {advice !== '' && <Text size="sm">{advice}</Text>}
      {others.map((message) => (
        <Text size="sm" key={message}>
          {message}
        </Text>
      ))}
      {requestId && (
        <Text size="xs" c="dimmed" mt={4}>
          Номер обращения: {requestId}
        </Text>
      )}
      {onRetry && (
        <Group mt="xs">
          <Button size="xs" variant="default" onClick={onRetry}>
            Повторить
          </Button>
        </Group>
      )}
    </Alert>
  );
}

/** The words of a failure; `others`: faults that no field of a form shows. */
export function failureWords(error: unknown) {
  if (!(error instanceof ApiFailure)) {
    return {
      title: 'В программе произошла ошибка.',
      advice: 'Перезагрузите страницу. Введённое сохранено в черновике.',
      requestId: undefined,
      others: [],
    };
  }
  const others = error.faults.filter(({ field }) => field === undefined).map(({ message }) => message);
  return { title: error.message, advice: error.advice, requestId: error.requestId, others };
}
