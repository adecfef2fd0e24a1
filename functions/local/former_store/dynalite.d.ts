declare module 'dynalite' {
  import type { Server } from 'node:http';

  /** An HTTP server that answers as DynamoDB does. Closing it closes its store. */
  function dynalite(options: {
    /** Folder of the LevelDB store; in memory without it. */
    path?: string;
    createTableMs?: number;
    deleteTableMs?: number;
    updateTableMs?: number;
  }): Server;

  export = dynalite;
}
