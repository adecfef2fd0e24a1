import { type ReactNode, Suspense, useRef } from 'react';

interface OnDemandProps {
  readonly isOpen: boolean;
  readonly children: ReactNode;
}

/** A lazy dialog or drawer: loaded when it first opens, kept afterwards, so that it fades out. */
export function OnDemand({ isOpen, children }: OnDemandProps) {
  const wasOpen = useRef(false);
  if (isOpen) wasOpen.current = true;
  return wasOpen.current && <Suspense fallback={null}>{children}</Suspense>;
}
