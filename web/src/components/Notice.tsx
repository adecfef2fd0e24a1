import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './Notice.module.css';

interface NoticeProps {
  readonly tone: 'error' | 'warning' | 'info';
  readonly title?: ReactNode;
  readonly children?: ReactNode;
}

/** A message in its place on the page. Errors and warnings are read out at once. */
export function Notice({ tone, title, children }: NoticeProps) {
  const Icon = tone === 'info' ? IconInfoCircle : IconAlertTriangle;
  return (
    <div className={classes.notice} data-tone={tone} role={tone === 'info' ? 'status' : 'alert'}>
      <Icon size={20} stroke={1.6} className={classes.icon} aria-hidden="true" />
      <div className={classes.body}>
        {title !== undefined && <p className={classes.title}>{title}</p>}
        {children}
      </div>
    </div>
  );
}
