import { describe, expect, it } from 'vitest';
import { type ExportMessage, formatExportMessage } from '#functions/export/export_message.ts';
import { Malformed, readQueueMessage, storedMessage } from '#functions/jobs/queue_message.ts';

const ORDER: ExportMessage = {
  ...{ company: 'c', project: 'p', format: 'xlsx', detail: true },
  ...{ hash: 'd'.repeat(64), fence: 3 },
};

describe('messages of the workers’ queues', () => {
  it('ask for an export by their kind', () => {
    expect(JSON.parse(formatExportMessage(ORDER))).toEqual({ kind: 'export', export: ORDER });
    expect(readQueueMessage(formatExportMessage(ORDER))).toEqual({ kind: 'export', export: ORDER });
  });

  it('of the former release ask for an export without a kind', () => {
    expect(readQueueMessage(JSON.stringify({ export: ORDER }))).toEqual({ kind: 'export', export: ORDER });
  });

  it('report stored files as S3 does', () => {
    expect(readQueueMessage(storedMessage('bucket', 'uploads/a b'))).toEqual({
      kind: 'files_stored',
      files: [{ eventName: 'ObjectCreated:Post', s3: { bucket: { name: 'bucket' }, object: { key: 'uploads/a+b' } } }],
    });
  });

  it.each(['{}', '{"Service":"Amazon S3","Event":"s3:TestEvent","Bucket":"test"}'])('need nothing: %s', (body) => {
    expect(readQueueMessage(body)).toEqual({ kind: 'needs_nothing' });
  });

  it.each([
    'мусор',
    '[]',
    'null',
    '{"kind":"unknown"}',
    '{"Records":[null]}',
    JSON.stringify({ kind: 'export', export: { ...ORDER, format: 'exe' } }),
    JSON.stringify({ kind: 'export', export: { ...ORDER, fence: 'first' } }),
    JSON.stringify({ kind: 'other', export: ORDER }),
  ])('that nobody can read are refused: %s', (body) => {
    expect(() => readQueueMessage(body)).toThrow(Malformed);
  });
});
