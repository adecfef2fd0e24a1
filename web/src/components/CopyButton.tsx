import { ActionIcon } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { notifyFailure } from './notify.tsx';

const CONFIRMED_MS = 1500;

/** Copies `text`; the tick confirms it. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), CONFIRMED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () =>
    copyText(text).then(
      () => setCopied(true),
      (error) => notifyFailure('Не удалось скопировать', error),
    );
  const shown = isCopied ? 'Скопировано' : label;
  return (
    <ActionIcon variant="subtle" color="gray" size={24} aria-label={shown} title={shown} onClick={() => void copy()}>
      {isCopied ? <IconCheck size={16} /> : <IconCopy size={16} stroke={1.6} />}
    </ActionIcon>
  );
}

async function copyText(text: string): Promise<void> {
  // An address without TLS has no clipboard of its own; there the old command still works.
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  const isDone = document.execCommand('copy');
  field.remove();
  if (!isDone) throw new Error('The browser refuses to copy');
}
