import type { Reply, Request } from './messages.ts';
import { tableWork } from './table_work.ts';

/**
 * The thread that reads and computes tables, so that the page stays free. It lives until the page
 * ends it.
 */
interface WorkerScope {
  onmessage: ((event: MessageEvent<Request>) => void) | null;
  postMessage(reply: Reply, transfer: Transferable[]): void;
}

const scope = globalThis as unknown as WorkerScope;
const answer = tableWork((reply, transfer) => scope.postMessage(reply, transfer));
scope.onmessage = ({ data }) => answer(data);
