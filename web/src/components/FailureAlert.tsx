import { Button, Text } from '@mantine/core';
import type { Fault } from '#core/contract/errors.ts';
import { ApiFailure } from '../api/failure.ts';
import { Notice } from './Notice.tsx';

interface FailureAlertProps {
  readonly error: unknown;
  /** Fields whose faults stand at the fields themselves. */
  readonly shownFields?: readonly string[];
  readonly onRetry?: () => void;
}

/**
 * A failure where it happened: cause, next step, number of the request for the administrator. Each
 * sentence is shown once: nothing
 * is left of a failure whose cause is shown at its field.
 */
export function FailureAlert({ error, shownFields = [], onRetry }: FailureAlertProps) {
  const { title, advice, faults, requestId } = failureWords(error);
  const isAtField = ({ field }: Fault) => field !== undefined && shownFields.includes(field);
  const others = faults.filter((fault) => !isAtField(fault) && fault.message !== title);
  const isShown = faults.some((fault) => isAtField(fault) && fault.message === title);
  if (isShown && others.length === 0 && advice === '') return null;
  return (
    <Notice tone="error" title={title}>
      {advice !== '' && <Text size="sm">{advice}</Text>}
      {others.map(({ field, message }) => (
        <Text size="sm" key={`${field} ${message}`}>
          {message}
        </Text>
      ))}
      {requestId && (
        <Text size="xs" c="dimmed" mt={4}>
          Номер обращения: {requestId}
        </Text>
      )}
      {onRetry && (
        <Button size="xs" variant="default" mt="xs" onClick={onRetry}>
          Повторить
        </Button>
      )}
    </Notice>
  );
}

/** The words of a failure; what did not come from a call is ours. */
export function failureWords(error: unknown) {
  if (error instanceof ApiFailure) {
    const { message: title, advice, faults, requestId } = error;
    return { title, advice, faults, requestId };
  }
  const advice = 'Перезагрузите страницу. Введённое сохранено в черновике.';
  return { title: 'В программе произошла ошибка.', advice, faults: [], requestId: undefined };
}
