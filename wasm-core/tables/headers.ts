import { leadingHeaders } from './find_header.ts';
import { openSpreadsheet } from './open_spreadsheet.ts';
import { TableStop } from './refused.ts';

/**
 * Probable headers of the table in a file, for the user to choose from. Empty if the file cannot be
 * read: `readTable` returns the cause.
 */
export async function readHeaders(bytes: Uint8Array, fileName: string): Promise<readonly string[]> {
  try {
    return leadingHeaders(openSpreadsheet(bytes, fileName).batches);
  } catch (stop) {
    if (stop instanceof TableStop) return [];
    throw stop;
  }
}
