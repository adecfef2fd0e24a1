import { leadingHeaders } from './find_header.ts';
import { openSpreadsheet } from './open_spreadsheet.ts';
import { TableStop } from './refused.ts';

/**
 * Headers of the table in a file, for people to choose from: the first row that has the most texts
 * among the leading ones. Empty where the file cannot be read: `readTable` says why.
 */
export async function readHeaders(bytes: Uint8Array, fileName: string): Promise<readonly string[]> {
  try {
    return leadingHeaders(openSpreadsheet(bytes, fileName).batches);
  } catch (stop) {
    if (stop instanceof TableStop) return [];
    throw stop;
  }
}
