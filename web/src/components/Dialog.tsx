import { Modal, type ModalProps } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef } from 'react';
import { useDialogFocusReturn } from '../browser/focus.ts';
import classes from './Dialog.module.css';
import { hideDone } from './notify.tsx';

interface DialogProps {
  readonly title: ReactNode;
  readonly onClose: () => void;
  /** Undefined or null: closed. The last content stays while the dialog fades out. */
  readonly children: ReactNode;
  readonly size?: ModalProps['size'];
  /** Only its own buttons close it. */
  readonly isBlocking?: boolean;
  /** It takes the whole screen. */
  readonly isFull?: boolean;
}

/** As specified. Whoever asks the system for less motion gets no transition. */
const TRANSITION_MS = 300;

/** A dialog that traps the focus, gives it back when closed and fills the screen of a phone. */
export function Dialog({ title, onClose, children, size = 480, isBlocking = false, isFull = false }: DialogProps) {
  const isPhone = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false });
  const isOpen = children !== undefined && children !== null;
  useDialogFocusReturn(isOpen);
  const last = useRef({ title, children });
  if (isOpen) last.current = { title, children };
  useEffect(() => {
    if (isOpen) hideDone();
  }, [isOpen]);
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      size={size}
      fullScreen={isPhone || isFull}
      returnFocus={false}
      withCloseButton={!isBlocking}
      closeOnEscape={!isBlocking}
      closeOnClickOutside={!isBlocking}
      closeButtonProps={{ 'aria-label': 'Закрыть окно' }}
      overlayProps={{ backgroundOpacity: 0.45 }}
      transitionProps={{ transition: 'fade', duration: TRANSITION_MS }}
      title={last.current.title}
      classNames={{
        inner: classes.inner ?? '',
        content: classes.content ?? '',
        overlay: classes.overlay ?? '',
        title: classes.title ?? '',
        header: classes.header ?? '',
        body: classes.body ?? '',
      }}
    >
      {last.current.children}
    </Modal>
  );
}
