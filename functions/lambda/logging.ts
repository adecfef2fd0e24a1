import { Logger } from '@aws-lambda-powertools/logger';
import type { LogEntry } from '../log.ts';

const logger = new Logger({ serviceName: 'fugitive-emissions' });

/**
 * Writes a line of the log as JSON, with the function's request, memory and trace. A refused access
 * is a warning; `infra/observability.ts` makes metrics of the events.
 */
export function log({ level, event, ...details }: LogEntry): void {
  const line = { event, ...details };
  if (level === 'info' || level === 'access') logger.info(event, level === 'access' ? { ...line, access: true } : line);
  else if (level === 'security') logger.warn(event, { ...line, security: true });
  else logger.error(event, line);
}
